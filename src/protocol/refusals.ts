import type { MessageCode } from './messages/codes.ts'

/** Refusal codes of calls; `any-rule`: any rule of the opening, with HTTP status 409. */
export type CallRefusal = MessageCode | 'any-rule'

/** A certificate that is invalid or not trusted here. */
export const certificateRefusals = [
  'malformed-certificate',
  'certificate-unsuitable',
  'certificate-untrusted',
  'certificate-expired',
  'certificate-revoked',
  'certificate-status-unknown',
] as const satisfies readonly CallRefusal[]

/** A sealed bid that does not fit its manifest, its bidder or its tender. */
export const bidFileRefusals = [
  'file-missing',
  'manifest-invalid',
  'manifest-too-long',
  'manifest-not-canonical',
  'manifest-mismatch',
  'bid-not-encrypted',
  'bid-file-suffix',
  ...certificateRefusals,
] as const satisfies readonly CallRefusal[]

/** A tender file that cannot be read or is of an unknown kind. */
export const tenderFileRefusals = [
  'file-missing',
  'tender-file-suffix',
  'tender-file-malformed',
] as const satisfies readonly CallRefusal[]
