import { actingBidder, type Context } from '../session/context.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import { windowOpen } from '../session/window.ts'
import type { FileState } from '../submission/bid-state.ts'
import { filesIn, isExcluded } from '../submission/bids.ts'
import { isEncrypted } from '../tender/tender.ts'

/** Whether a file waits for its bidder's key: none was handed over, or the last one was refused. */
export function awaitsKey({ status }: FileState): boolean {
  return status === 'sealed' || status === 'refused'
}

/** Why this bidder may not hand over the key of this file now; null when they may. */
export function decryptionProblem(state: SessionState, context: Context, fileId: string): Rejection | null {
  const bidder = actingBidder(state, context)
  if (!bidder) return { code: 'not-enrolled', params: {} }
  if (!isEncrypted(state)) return { code: 'bids-not-encrypted', params: {} }
  if (!state.decryption) return { code: 'decryption-not-issued', params: {} }
  const file = filesIn(state, bidder).find(({ submission }) => submission.fileId === fileId)
  // Files of the other envelope stay sealed.
  if (!file) return { code: 'unknown-file', params: {} }
  if (file.file.status === 'left-out') return { code: 'bid-incomplete', params: {} }
  if (isExcluded(state, bidder)) return { code: 'bid-excluded', params: {} }
  if (file.file.status === 'imported') return { code: 'already-decrypted', params: {} }
  if (file.file.status === 'opening') return { code: 'key-already-handed-over', params: {} }
  // The window may have been opened again for other files.
  if (file.file.status === 'failed') return { code: 'decryption-closed', params: {} }
  if (!windowOpen(state.decryption, context.now)) return { code: 'decryption-closed', params: {} }
  return null
}
