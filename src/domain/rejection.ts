import { err, type Result } from '#lib/result.ts'

/**
 * Every reason for which the domain refuses a command, with what a message needs to name. The message catalogue
 * (`src/protocol/messages`) turns them into the seeds' exact texts.
 */
export interface RejectionParams {
  forbidden: Record<never, never>
  'wrong-status': { status: string }
  'opening-ended': Record<never, never>
  'not-published': Record<never, never>
  'already-published': Record<never, never>
  'already-enrolled': Record<never, never>
  'unknown-bidder': Record<never, never>
  'not-enrolled': Record<never, never>
  'submission-closed': Record<never, never>
  'opening-time-not-reached': { leadMinutes: number }
  'too-few-bidders': { minimum: number; count: number }
  'person-info-missing': Record<never, never>
  'person-name-missing': { person: string }
  'person-id-missing': { person: string }
  'person-id-invalid': { person: string }
  'locked-by-confirmation': Record<never, never>
  'locked-by-signing': Record<never, never>
  'enter-opening-first': Record<never, never>
  'decryption-not-issued': Record<never, never>
  'decryption-already-issued': Record<never, never>
  'decryption-limit-missing': Record<never, never>
  'decryption-limit-not-positive-integer': Record<never, never>
  'decryption-limit-too-short': { minimum: number }
  'no-bids': Record<never, never>
  'decryption-closed': Record<never, never>
  'already-decrypted': Record<never, never>
  'unknown-file': Record<never, never>
  'imports-pending': { count: number }
  'enter-announcement-first': Record<never, never>
  'announce-first': Record<never, never>
  'enter-end-first': Record<never, never>
  'limit-not-positive-integer': Record<never, never>
  'confirmation-not-issued': Record<never, never>
  'confirmation-already-issued': Record<never, never>
  'confirmation-closed': Record<never, never>
  'confirmation-still-open': Record<never, never>
  'already-confirmed': Record<never, never>
  'signing-not-issued': Record<never, never>
  'signing-already-issued': Record<never, never>
  'signing-time-over': Record<never, never>
  'signing-time-not-ended': Record<never, never>
  'signing-already-confirmed': Record<never, never>
  'already-signed': Record<never, never>
  'some-not-signed': { count: number }
  'confirm-signing-first': Record<never, never>
  'certificate-mismatch': Record<never, never>
  'stale-document': Record<never, never>
  'remarks-missing': Record<never, never>
  'note-missing': Record<never, never>
  'bid-not-opened': Record<never, never>
  'objections-closed': Record<never, never>
  'objection-missing': Record<never, never>
  'objection-too-long': { maximum: number }
  'reply-missing': Record<never, never>
  'reply-too-long': { maximum: number }
  'unknown-objection': Record<never, never>
  'objection-already-replied': Record<never, never>
  'objection-not-replied': Record<never, never>
  'envelope-ended': Record<never, never>
  'second-envelope-not-ready': Record<never, never>
  'newer-log': Record<never, never>
  'failure-pending': Record<never, never>
  'flow-terminated': Record<never, never>
  'lot-paused': Record<never, never>
}

export type RejectionCode = keyof RejectionParams

export type Rejection = {
  [C in RejectionCode]: { readonly code: C; readonly params: RejectionParams[C] }
}[RejectionCode]

/** A refusal; codes without parameters need none. */
export function reject<C extends RejectionCode>(
  code: C,
  ...params: keyof RejectionParams[C] extends never ? [] : [RejectionParams[C]]
): Result<never, Rejection> {
  return err({ code, params: params[0] ?? {} } as Rejection)
}
