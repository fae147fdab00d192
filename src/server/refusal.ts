import { err, type Result } from '#lib/result.ts'
import type { MessageCode } from '#protocol/messages/codes.ts'

/** Why a call was refused: a code of the message catalogue and the parameters of its text. */
export interface Refusal {
  readonly code: MessageCode
  readonly params: Readonly<Record<string, unknown>>
}

export function refuse(code: MessageCode, params: Record<string, unknown> = {}): Result<never, Refusal> {
  return err({ code, params })
}

/** HTTP status of a refusal; a rejection by the domain's rules is 409. */
export function statusOf(code: MessageCode): number {
  return statuses[code] ?? 409
}

const statuses: Partial<Record<MessageCode, number>> = {
  unauthenticated: 401,
  'session-expired': 401,
  'login-failed': 401,
  'captcha-missing': 400,
  'captcha-wrong': 400,
  'captcha-expired': 400,
  'wrong-user-type': 403,
  'login-way-closed': 403,
  'challenge-invalid': 401,
  'certificate-signature-wrong': 401,
  'certificate-untrusted': 401,
  'certificate-expired': 401,
  'certificate-revoked': 401,
  'certificate-status-unknown': 401,
  'certificate-unsuitable': 401,
  'certificate-wrong-unit': 401,
  'certificate-unknown': 401,
  'call-not-signed': 401,
  'sign-on-refused': 401,
  'sign-on-user-type': 403,
  'account-missing': 400,
  'password-missing': 400,
  'bad-request': 400,
  'malformed-key': 400,
  'malformed-certificate': 400,
  'manifest-invalid': 400,
  'manifest-too-long': 400,
  'manifest-not-canonical': 400,
  'manifest-mismatch': 400,
  'file-missing': 400,
  'bid-file-suffix': 400,
  'tender-file-suffix': 400,
  'tender-file-malformed': 400,
  'attachment-kind': 400,
  'attachment-too-large': 413,
  'attachment-name-too-long': 400,
  'attachment-one-only': 400,
  'upload-failed': 503,
  'unknown-command': 400,
  forbidden: 403,
  'foreign-origin': 403,
  'not-enrolled': 403,
  'not-found': 404,
  'unknown-call': 404,
  'download-missing': 404,
  'not-published': 404,
  'no-price-sheets': 404,
  'unknown-price-sheet': 404,
  'unknown-section': 404,
  'too-large': 413,
  'login-throttled': 429,
  'too-many-requests': 429,
  'reports-busy': 503,
  'evaluation-list-failed': 503,
  'evaluation-page-failed': 503,
  'storage-full': 507,
  internal: 500,
  'stored-file-damaged': 500,
  'log-altered': 500,
  unavailable: 503,
  'node-clock-off': 503,
  'newer-log': 503,
}
