import type { FileState } from '../submission/bid-state.ts'
import type { FailureCause } from './outcome.ts'

/**
 * Why a file without a key fails at the deadline (DEC-11): an absent hall answers for keys that did not come and for
 * wrong ones that could not be put right. The bidder's own line changes nothing: it is only put on record.
 */
export function causeAtDeadline(file: FileState, hallAway: boolean): FailureCause {
  if (file.status !== 'refused') return hallAway ? 'hall-away' : 'time-out'
  return hallAway && file.cause === 'wrong-key' ? 'hall-away' : file.cause
}
