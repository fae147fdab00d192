import { pendingFiles } from '../decryption/pending.ts'
import { flow } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'
import { isEncrypted } from '../tender/tender.ts'

/** The announcement check (ANN-1): step 2 entered, decryption commanded, every file opened or failed. */
export function announcementProblem(state: SessionState): Rejection | null {
  if (state.flow < flow.opening) return { code: 'enter-opening-first', params: {} }
  if (!state.decryption) return { code: isEncrypted(state) ? 'decryption-not-issued' : 'no-bids', params: {} }
  const count = pendingFiles(state).length
  return count > 0 || !state.decryption.closed ? { code: 'imports-pending', params: { count } } : null
}
