import { systemActor } from '#domain/session/actor.ts'
import { lotProblem, refusal } from '#domain/session/permissions.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type BidFileKind, bidFileKinds, type EnvelopeNumber } from '#domain/submission/bid-file.ts'
import type { Submission } from '#domain/submission/bid-state.ts'
import { envelopeOf } from '#domain/tender/tender.ts'

/** A file whose key was handed over, or that takes none, and of which nobody knows yet what becomes of it. */
export interface OpeningFile {
  readonly sessionId: string
  readonly bidderCode: string
  readonly fileId: string
  readonly kind: BidFileKind
  readonly envelope: EnvelopeNumber
  /** Null without bid encryption. */
  readonly fileIdentity: string | null
  readonly submission: Submission
  /** Of the entry that acknowledged the key, or began the import. */
  readonly seq: number
}

/** What is to be opened in a session; nothing while its lot is halted. */
export function openingFiles(sessionId: string, state: SessionState): OpeningFile[] {
  const found: OpeningFile[] = []
  if (!state.decryption || refusal(state, systemActor, 'SettleFile')) return found
  if (state.newerFrom !== null || lotProblem(state.lot, 'SettleFile')) return found
  // Loops: this is asked for after every entry of openings with a thousand bidders.
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
