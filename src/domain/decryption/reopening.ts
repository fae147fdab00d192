import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import { biddersOf, filesIn, isExcluded } from '../submission/bids.ts'
import type { FailureCause } from './outcome.ts'

/** The greatest length of the reason for opening the window again. */
export const reopeningReasonLength = 200

/** Causes that are the hall's own, and that a new key may overcome. */
const causes: readonly FailureCause[] = ['hall-away', 'server-failure']

/** The files of the current envelope that failed through the hall's fault, in the order of enrolment. */
export function reopenableFiles(state: SessionState): { bidderCode: string; fileId: string }[] {
  return biddersOf(state)
    .filter((bidder) => !isExcluded(state, bidder))
    .flatMap((bidder) =>
      filesIn(state, bidder)
        .filter(({ file }) => file.status === 'failed' && causes.includes(file.cause))
        .map(({ submission }) => ({ bidderCode: bidder.code, fileId: submission.fileId })),
    )
}

/** Why the closed window cannot be opened again; null when it can (DEC-18). */
export function reopeningProblem(state: SessionState): Rejection | null {
  const { decryption, announcement } = state
  if (!decryption) return { code: 'decryption-not-issued', params: {} }
  if (decryption.deadline === null) return { code: 'bids-not-encrypted', params: {} }
  if (!decryption.closed) return { code: 'decryption-still-open', params: {} }
  if (announcement !== null) return { code: 'reopening-too-late', params: {} }
  return reopenableFiles(state).length === 0 ? { code: 'nothing-to-reopen', params: {} } : null
}
