import { epochOf } from '#lib/time.ts'
import { canonicalJson, sha256Hex } from '../log/canonical-json.ts'
import { leastBids } from '../session/flow.ts'
import type { SessionState } from '../session/state.ts'
import type { Rules } from '../session/variant-rules.ts'
import { openedBidders, participants } from '../submission/bids.ts'

/** What the opener's side says when it declares a failure. */
export interface FailureForm {
  readonly reason: string
  readonly recorder: string
  readonly agent: string
}

/**
 * The hash that the agency's certificate signs (HLT-6): over the form, and over how many failures were declared before,
 * so that the signature of a refused one is worth nothing for the next.
 */
export function failureHash({ tender, interruptions }: SessionState, form: FailureForm): string {
  const earlier = interruptions.filter(({ failure }) => failure !== null).length
  const { reason, recorder, agent } = form
  const section = tender?.sectionCode ?? ''
  return sha256Hex(canonicalJson({ document: 'failure', section, earlier, reason, recorder, agent }))
}

/** Whether the agency signs a failure of this section with its certificate (HLT-6). */
export function isFailureSigned({ tender }: SessionState, { failureSignedFor }: Rules): boolean {
  return tender !== null && failureSignedFor.includes(tender.projectKind)
}

/** A reason that the form proposes, with the least number of bids that was not reached. */
export interface FailureSuggestion {
  readonly text: 'too-few-bids' | 'too-few-decrypted'
  readonly minimum: number
  readonly count: number
}

/** The reasons that are true at `now` (epoch ms): too few bids to open, too few that were decrypted (HLT-5). */
export function failureSuggestions(
  state: SessionState,
  { minimumBidders }: Rules,
  now: number,
): FailureSuggestion[] {
  const { tender, decryption } = state
  if (!tender || now < epochOf(tender.opensAt)) return []
  const minimum = leastBids(tender.bidStyle, minimumBidders)
  const counts = {
    'too-few-bids': participants(state).length,
    'too-few-decrypted': decryption?.closed ? openedBidders(state).length : minimum,
  }
  return (['too-few-bids', 'too-few-decrypted'] as const).flatMap((text) =>
    counts[text] < minimum ? [{ text, minimum, count: counts[text] }] : [],
  )
}
