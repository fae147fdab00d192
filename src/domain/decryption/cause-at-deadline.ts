import type { FileState } from '../submission/bid-state.ts'
import type { FailureCause } from './outcome.ts'

/**
 * Why a file without a usable key fails at the deadline (DEC-11). If the hall was away and the window not prolonged, a missing key and a wrong key
 * that could not be corrected are the hall's fault. The bidder's line is only recorded.
 */
export function causeAtDeadline(file: FileState, hallAway: boolean): FailureCause {
  if (file.status !== 'refused') return hallAway ? 'hall-away' : 'time-out'
  return hallAway && file.cause === 'wrong-key' ? 'hall-away' : file.cause
}
