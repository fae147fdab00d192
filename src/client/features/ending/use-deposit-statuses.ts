import { useCallback, useMemo, useRef } from 'react'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { useAnswer } from '#client/ui/use-answer.ts'
import { useUnchanged } from '#client/ui/use-unchanged.ts'
import { areStatusesPublic } from '#domain/deposits/public-statuses.ts'

/**
 * The payment status of the deposits by bidder, as the viewer may see them (DEP-4, DEP-5). A bidder does not see others'
 * edits in the log: the statuses are read again with each version of the overview report, which has them too.
 */
export function useDepositStatuses(): Readonly<Record<string, string>> {
  const session = useSessionId()
  const { laterSteps } = useVariant()
  const asked = useSession(({ state }) => {
    const versions = state.documents.filter(({ kind }) => kind === 'overview').length
    return `${areStatusesPublic(state, laterSteps)} ${versions}`
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` says when to read them again
  const ask = useCallback((signal: AbortSignal) => api('GetBzjztList', { session, signal }), [session, asked])
  const { value } = useAnswer(ask)
  const known = useRef<CallAnswer<'GetBzjztList'>>([])
  // Those of before stay until the new ones are here.
  if (value) known.current = value
  const rows = known.current
  const bidders = useSession(({ state }) => state.bidders)
  return useUnchanged(
    useMemo(() => {
      const statuses = new Map(rows.map(({ EntprsCode, bzjzt }) => [EntprsCode, bzjzt]))
      // The opener's edits arrive while the table is shown.
      for (const { code, depositEdit } of Object.values(bidders)) {
        const edited = depositEdit?.status ?? null
        if (edited !== null) statuses.set(code, edited)
      }
      return Object.fromEntries(statuses)
    }, [rows, bidders]),
  )
}
