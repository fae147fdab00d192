import { useCallback, useEffect, useState } from 'react'
import { api, type CallAnswer } from '#client/net/api.ts'
import type { Failure } from '#protocol/outcome.ts'

export type HallTab = 'open' | 'ended'

export interface SectionFilter {
  /** pbType; null for all. */
  readonly type: number | null
  /** ISO, null where open. */
  readonly from: string | null
  readonly to: string | null
  readonly text: string
}

export const noFilter: SectionFilter = { type: null, from: null, to: null, text: '' }

type Page = CallAnswer<'getBidProjKBEnd'>

interface Sections {
  /** Null until the first answer to the present question. */
  readonly found: Page | null
  readonly failure: Failure | null
  readonly busy: boolean
  readonly refresh: () => void
}

interface Place {
  readonly page: number
  readonly pageSize: number
}

/** One page of the hall's list, read again every `refreshMilliseconds` (H3) and when asked. */
export function useSections(
  tab: HallTab,
  filter: SectionFilter,
  place: Place,
  refreshMilliseconds: number,
): Sections {
  const [answer, setAnswer] = useState<Pick<Sections, 'found' | 'failure'>>({ found: null, failure: null })
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is how a refresh starts it again
  useEffect(() => {
    const gone = new AbortController()
    const load = async () => {
      setBusy(true)
      const result = await ask(tab, filter, place, gone.signal)
      if (gone.signal.aborted) return
      setBusy(false)
      // A failed refresh leaves what is on the screen, and says so.
      setAnswer(({ found }) =>
        result.ok ? { found: result.value, failure: null } : { found, failure: result.error },
      )
    }
    void load()
    const timer = setInterval(load, refreshMilliseconds)
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [tab, filter, place, refreshMilliseconds, asked])

  return { ...answer, busy, refresh: useCallback(() => setAsked((count) => count + 1), []) }
}

function ask(
  tab: HallTab,
  { type, from, to, text }: SectionFilter,
  { page, pageSize }: Place,
  signal: AbortSignal,
) {
  const common = {
    PageIndex: page,
    PageSize: pageSize,
    ...(type !== null && { PBType: type }),
    ...(to !== null && { EndTime: to }),
  }
  if (tab === 'open') {
    const body = {
      ...common,
      ...(from !== null && { StartTime: from }),
      ...(text !== '' && { BHOrMC: text }),
    }
    return api('getJYPTGongChengLieBiao', { body, signal })
  }
  const query = { ...common, ...(from !== null && { startTime: from }), ...(text !== '' && { Name: text }) }
  return api('getBidProjKBEnd', { query, signal })
}
