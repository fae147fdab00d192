import { ToFailure } from '#client/session/FailureHint.tsx'
import { useByServerClock, useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useMessage } from '#client/ui/use-message.ts'
import { tooFewBids } from '#domain/preparation/entry-check.ts'
import { flow } from '#domain/session/flow.ts'
import { epochOf } from '#lib/time.ts'

/**
 * Tells the opener of too few bids that an abandonment notice is due, if the region has this notice or refuses step 2
 * (PRE-3), and leads to the form of a failure (HLT-5).
 */
export function TooFewBids() {
  const { hall, rules } = useVariant()
  const isOpener = useRole() === 'opener'
  const say = useMessage()
  const state = useSession((snapshot) => snapshot.state)
  const opensAt = epochOf(state.tender?.opensAt ?? '')
  const early = useByServerClock((now) => now < opensAt)
  const isTold = hall.tooFewBiddersNotice || rules.refuseTooFewBidders
  if (!isTold || !isOpener || state.flow >= flow.opening || early) return null
  const problem = tooFewBids(state, rules.minimumBidders, opensAt)
  return (
    problem && (
      <Notice tone="warning" title={say(problem)}>
        <ToFailure />
      </Notice>
    )
  )
}
