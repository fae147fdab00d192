import { systemActor } from '#domain/session/actor.ts'
import { lotProblem, refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type BidFileKind, bidFileKinds, type EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { Submission } from '#domain/submission/bid-state.ts'
import { filesOf } from '#domain/submission/bids.ts'
import { envelopeOf } from '#domain/tender/tender.ts'

export interface FileReference {
  readonly sessionId: string
  readonly bidderCode: string
  readonly fileId: string
}

/** A file to open: its key was handed over or it needs none, and its outcome is not in the log yet. */
export interface PendingFile extends FileReference {
  readonly kind: BidFileKind
  readonly envelope: EnvelopeNumber
  /** Null without bid encryption. */
  readonly fileIdentity: string | null
  readonly submission: Submission
  /** `seq` of the entry that acknowledged the key, or began the import. */
  readonly seq: number
}

/** The files to open in a session; none while its lot is halted. */
export function pendingFiles(sessionId: string, state: SessionState): PendingFile[] {
  const found: PendingFile[] = []
  if (!state.decryption || refusal(state, systemActor, 'SettleFile')) return found
  if (state.newerFrom !== null || lotProblem(state.lot, 'SettleFile')) return found
  // Plain loops, because this runs after every entry, with up to a thousand bidders.
  for (const bidderCode in state.bidders) {
    for (const kind of bidFileKinds) {
      const file = state.bidders[bidderCode]?.files[kind]
      if (file?.file.status !== 'opening') continue
      if (file.fileIdentity === null && file.file.method !== 'none') continue
      const { submission, fileIdentity } = file
      const { fileId } = submission
      const envelope = envelopeOf(state.tender, kind)
      const { seq } = file.file
      found.push({ sessionId, bidderCode, fileId, kind, envelope, fileIdentity, submission, seq })
    }
  }
  return found
}

/** The file's state, found through its bidder: of a thousand bidders many may be waiting. */
export function fileStateIn(state: SessionState, { bidderCode, fileId }: Omit<FileReference, 'sessionId'>) {
  const bidder = state.bidders[bidderCode]
  return bidder && filesOf(bidder).find(({ submission }) => submission.fileId === fileId)?.file
}
