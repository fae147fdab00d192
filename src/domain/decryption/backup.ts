import { actingBidder, type Context } from '../session/context.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import type { BidFileState } from '../submission/bid-state.ts'
import { filesIn, isExcluded } from '../submission/bids.ts'
import { storedBadly } from './outcome.ts'

/*
 * A backup file: the stored copy of a sealed file turned out damaged or unreadable after its key had been handed over in
 * time, or where it takes none. Its bidder may then hand in another copy, until the announcement begins: it is the same
 * file to the last bit, by the hash frozen in the log, so it takes nobody's time and gives nobody any. It is opened with
 * the key in the log, if it takes one.
 */

/** Whether a file failed because of what the hall keeps of it: that shows only once it could have been opened. */
export function needsBackup({ file }: BidFileState): boolean {
  return (file.status === 'refused' || file.status === 'failed') && storedBadly.includes(file.cause)
}

/** Whether step 2, which a backup file belongs to, has been left. */
export function backupTooLate({ announcement }: Pick<SessionState, 'announcement'>): boolean {
  return announcement !== null
}

/** Why a backup of this file is not taken from this bidder; null when it may come. Said before it is uploaded. */
export function backupProblem(state: SessionState, context: Context, fileId: string): Rejection | null {
  const found = ownFile(state, context, fileId)
  if (!found) return { code: 'unknown-file', params: {} }
  if (backupTooLate(state)) return { code: 'backup-too-late', params: {} }
  return needsBackup(found) ? null : { code: 'backup-not-needed', params: {} }
}

/** The acting bidder's file of that id, of the envelope that is dealt with. */
export function ownFile(state: SessionState, context: Context, fileId: string): BidFileState | undefined {
  const bidder = actingBidder(state, context)
  if (!bidder || isExcluded(state, bidder)) return undefined
  return filesIn(state, bidder).find(({ submission }) => submission.fileId === fileId)
}
