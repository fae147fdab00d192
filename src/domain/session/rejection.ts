import { err, type Result } from '#lib/result.ts'

/**
 * Every reason for which the domain refuses a command, with the parameters of its message. The message catalogue
 * (`src/protocol/messages`) has the texts.
 */
export interface RejectionParams {
  forbidden: Record<never, never>
  'wrong-status': { status: string }
  'opening-ended': Record<never, never>
  'not-published': Record<never, never>
  'already-published': Record<never, never>
  'tender-locked': Record<never, never>
  'tender-file-not-needed': Record<never, never>
  'tender-file-wrong-kind': Record<never, never>
  'tender-file-other-section': { sectionCode: string }
  'tender-file-columns': Record<never, never>
  'tender-file-base-price': Record<never, never>
  'columns-in-use': Record<never, never>
  'parameters-drawn': Record<never, never>
  'control-price-above-ceiling': Record<never, never>
  'amount-not-positive': Record<never, never>
  'amount-decimals': Record<never, never>
  'already-enrolled': Record<never, never>
  'unknown-bidder': Record<never, never>
  'not-enrolled': Record<never, never>
  'submission-closed': Record<never, never>
  'opening-time-not-reached': { leadMinutes: number }
  'opening-step-too-early': Record<never, never>
  'too-few-bidders': { minimum: number; count: number }
  'person-info-missing': Record<never, never>
  'technical-file-not-imported': Record<never, never>
  'commercial-file-not-imported': Record<never, never>
  'control-price-file-not-imported': Record<never, never>
  'workers-missing': Record<never, never>
  'worker-incomplete': Record<never, never>
  'worker-name-too-long': { maximum: number }
  'worker-contact-malformed': Record<never, never>
  'unknown-worker': Record<never, never>
  'personnel-import-off': Record<never, never>
  'unknown-section': Record<never, never>
  'no-workers-to-import': Record<never, never>
  'letter-not-asked-for': Record<never, never>
  'letter-not-read': { seconds: number }
  'letter-not-created': Record<never, never>
  'letter-already-signed': Record<never, never>
  'person-name-missing': { person: string }
  'person-id-missing': { person: string }
  'person-id-invalid': { person: string }
  'report-representative-missing': Record<never, never>
  'report-recorder-missing': Record<never, never>
  'report-other-matters-missing': Record<never, never>
  'locked-by-confirmation': Record<never, never>
  'locked-by-signing': Record<never, never>
  'enter-opening-first': Record<never, never>
  'decryption-not-issued': Record<never, never>
  'decryption-already-issued': Record<never, never>
  'bids-not-encrypted': Record<never, never>
  'decryption-limit-missing': Record<never, never>
  'decryption-limit-not-positive-integer': Record<never, never>
  'decryption-limit-too-short': { minimum: number }
  'extension-missing': Record<never, never>
  'no-bids': Record<never, never>
  'decryption-closed': Record<never, never>
  'decryption-still-open': Record<never, never>
  'nothing-to-reopen': Record<never, never>
  'reopening-reason-missing': Record<never, never>
  'reopening-too-late': Record<never, never>
  'already-decrypted': Record<never, never>
  'key-already-handed-over': Record<never, never>
  'unknown-file': Record<never, never>
  'bid-excluded': Record<never, never>
  'bid-incomplete': Record<never, never>
  'backup-not-needed': Record<never, never>
  'backup-too-late': Record<never, never>
  'backup-differs': Record<never, never>
  'bid-file-not-asked': { kind: string }
  'submissions-too-many': { maximum: number }
  'imports-pending': { count: number }
  'enter-announcement-first': Record<never, never>
  'announce-first': Record<never, never>
  'base-price-no-rule': Record<never, never>
  'base-price-no-bids': Record<never, never>
  'base-price-negative': Record<never, never>
  'base-price-ceiling-missing': Record<never, never>
  'base-price-bid-barred': Record<never, never>
  'base-price-reason-missing': Record<never, never>
  'base-price-not-calculated': Record<never, never>
  'base-price-differs': Record<never, never>
  'base-price-not-saved': Record<never, never>
  'reading-already-started': Record<never, never>
  'reading-ended': Record<never, never>
  'reading-paused': Record<never, never>
  'reading-out-of-order': Record<never, never>
  'reading-at-end': Record<never, never>
  'reading-pace-invalid': { minimum: number; maximum: number }
  'reading-reason-missing': Record<never, never>
  'bids-not-read': { count: number }
  'row-not-announced': Record<never, never>
  'dispute-missing': Record<never, never>
  'dispute-already-replied': Record<never, never>
  'dispute-changed': Record<never, never>
  'inquiry-not-needed': Record<never, never>
  'inquiry-not-issued': Record<never, never>
  'inquiry-already-issued': Record<never, never>
  'inquiry-too-late': Record<never, never>
  'inquiry-still-open': Record<never, never>
  'inquiry-closed': Record<never, never>
  'inquiry-already-answered': Record<never, never>
  'inquiry-already-replied': Record<never, never>
  'inquiry-reply-missing': Record<never, never>
  'inquiry-reply-too-long': { maximum: number }
  'inquiry-replies-missing': { count: number }
  'enter-end-first': Record<never, never>
  'limit-not-positive-integer': Record<never, never>
  'limit-too-long': { maximum: number }
  'confirmation-not-issued': Record<never, never>
  'confirmation-already-issued': Record<never, never>
  'confirmation-closed': Record<never, never>
  'confirmation-still-open': Record<never, never>
  'confirmation-reason-missing': Record<never, never>
  'already-confirmed': Record<never, never>
  'signer-unknown': Record<never, never>
  'not-asked': Record<never, never>
  'signer-missing': Record<never, never>
  'signing-way-not-offered': Record<never, never>
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
  'objections-until-opening': Record<never, never>
  'objections-until-announcement': Record<never, never>
  'objection-missing': Record<never, never>
  'objection-too-long': { maximum: number }
  'objections-too-many': { maximum: number }
  'reply-missing': Record<never, never>
  'reply-too-long': { maximum: number }
  'unknown-objection': Record<never, never>
  'objection-already-replied': Record<never, never>
  'objection-not-replied': Record<never, never>
  'messages-not-taken': Record<never, never>
  'message-missing': Record<never, never>
  'message-too-long': { maximum: number }
  'messages-too-fast': { maximum: number; seconds: number }
  'messages-too-many': { maximum: number }
  'no-message-to-answer': Record<never, never>
  'attachment-kind': Record<never, never>
  'attachment-too-large': { megabytes: number }
  'attachment-name-too-long': { maximum: number }
  'attachment-missing': Record<never, never>
  'no-deposit': Record<never, never>
  'editing-locked': Record<never, never>
  'deposit-text-too-long': { maximum: number }
  'opening-files-too-many': { maximum: number }
  'unknown-opening-file': Record<never, never>
  'regeneration-reason-missing': Record<never, never>
  'withdrawal-reason-missing': Record<never, never>
  'overview-too-early': Record<never, never>
  'unit-prices-too-early': Record<never, never>
  'documents-too-many': { maximum: number }
  'unknown-document': Record<never, never>
  'record-kept': Record<never, never>
  'envelope-ended': Record<never, never>
  'draw-too-early': Record<never, never>
  'draw-running': Record<never, never>
  'draw-already-decided': Record<never, never>
  'draw-subject-missing': Record<never, never>
  'drawer-missing': Record<never, never>
  'draw-values-invalid': Record<never, never>
  'draw-interval-invalid': Record<never, never>
  'draw-range-invalid': Record<never, never>
  'draw-too-many': { maximum: number }
  'unknown-draw': Record<never, never>
  'draw-already-joined': Record<never, never>
  'draw-joining-closed': Record<never, never>
  'draw-still-joining': Record<never, never>
  'draw-left-out': Record<never, never>
  'draw-commitment-taken': Record<never, never>
  'draw-not-joined': Record<never, never>
  'draw-closed': Record<never, never>
  'draw-reveal-wrong': Record<never, never>
  'draw-alpha-beta-missing': Record<never, never>
  'draw-a-g-missing': Record<never, never>
  'draw-parameters-missing': Record<never, never>
  'draw-parameter-missing': Record<never, never>
  'draw-floating-percentage-missing': Record<never, never>
  'draw-k-missing': Record<never, never>
  'draw-j-missing': Record<never, never>
  'draw-coefficient-missing': Record<never, never>
  'draw-benchmark-coefficient-missing': Record<never, never>
  'draw-not-decided': Record<never, never>
  'draw-value-differs': Record<never, never>
  'newer-log': Record<never, never>
  'failure-pending': Record<never, never>
  'flow-terminated': Record<never, never>
  'lot-paused': Record<never, never>
  'pause-reason-missing': Record<never, never>
  'stop-reason-missing': Record<never, never>
  'halt-reason-too-long': { maximum: number }
  'recorder-missing': Record<never, never>
  'recorder-too-long': { maximum: number }
  'stop-not-allowed': Record<never, never>
  'lot-not-paused': Record<never, never>
  'paused-by-platform': Record<never, never>
  'failure-reason-missing': Record<never, never>
  'failure-reason-too-long': { maximum: number }
  'failure-agent-missing': Record<never, never>
  'failure-agent-too-long': { maximum: number }
  'failure-signature-missing': Record<never, never>
  'failure-decision-due': Record<never, never>
  'failure-not-declared': Record<never, never>
  'failure-not-pending': Record<never, never>
  'failure-decision-reason-missing': Record<never, never>
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
