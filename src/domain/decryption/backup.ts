import { actingBidder, type Context } from '../session/context.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { BidFileState } from '../submission/bid-state.ts'
import { filesIn, isExcluded } from '../submission/bids.ts'
import { backupCauses } from './outcome.ts'

/*
 * A backup file replaces a stored copy that turned out damaged or unreadable after its key was handed over in time, or,
 * without bid encryption, when it was opened. The bidder may submit another copy until the announcement begins
 * (DEC-14). Its hash has to be the one frozen in the log, so it is the same file, and a late copy gains nobody an
 * advantage. It is opened with the key in the log, if the file takes one.
 */

/** Whether a file failed because of the hall's stored copy; known only once it could have been opened. */
export function needsBackup({ file }: BidFileState): boolean {
  return (file.status === 'refused' || file.status === 'failed') && backupCauses.includes(file.cause)
}

/** Whether step 2 is over, and with it the time for backup files. */
export function backupTooLate({ announcement }: Pick<SessionState, 'announcement'>): boolean {
  return announcement !== null
}

/** Why a backup of this file is refused; null when it is accepted. Also asked before the upload. */
export function backupProblem(state: SessionState, context: Context, fileId: string): Rejection | null {
  const found = ownFile(state, context, fileId)
  if (!found) return { code: 'unknown-file', params: {} }
  if (backupTooLate(state)) return { code: 'backup-too-late', params: {} }
  return needsBackup(found) ? null : { code: 'backup-not-needed', params: {} }
}

/** The acting bidder's file with this id in the current envelope. */
export function ownFile(state: SessionState, context: Context, fileId: string): BidFileState | undefined {
  const bidder = actingBidder(state, context)
  if (!bidder || isExcluded(state, bidder)) return undefined
  return filesIn(state, bidder).find(({ submission }) => submission.fileId === fileId)
}
