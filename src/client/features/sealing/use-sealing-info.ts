import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { api, type CallAnswer } from '#client/net/api.ts'
import { type Column, columnSchema } from '#domain/tender/tender.ts'
import type { Failure } from '#protocol/outcome.ts'

export type SealingInfo = Omit<CallAnswer<'getSealingInfo'>, 'columns'> & { readonly columns: Column[] }

export type AskedBidFile = SealingInfo['bidFiles'][number]

export type Loaded =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly info: SealingInfo }

/** The section's data for sealing; `load` reads it again. */
export function useSealingInfo(bdGuid: string): { readonly loaded: Loaded; readonly load: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' })
  const load = useCallback(async () => {
    const answer = await api('getSealingInfo', { query: { BDGuid: bdGuid } })
    if (!answer.ok) return setLoaded({ status: 'failed', failure: answer.error })
    setLoaded({
      status: 'ready',
      info: { ...answer.value, columns: z.array(columnSchema).parse(answer.value.columns) },
    })
  }, [bdGuid])
  useEffect(() => void load(), [load])
  return { loaded, load: () => void load() }
}
