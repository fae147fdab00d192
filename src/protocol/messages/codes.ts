import type { RejectionCode } from '#domain/session/rejection.ts'

/** Refusals by the server outside the domain: access, files, limits. */
export type ServerCode =
  | 'unauthenticated'
  | 'session-expired'
  | 'login-failed'
  | 'login-throttled'
  | 'captcha-missing'
  | 'captcha-wrong'
  | 'captcha-expired'
  | 'wrong-user-type'
  | 'login-way-closed'
  | 'challenge-invalid'
  | 'certificate-signature-wrong'
  | 'certificate-untrusted'
  | 'certificate-expired'
  | 'certificate-revoked'
  | 'certificate-status-unknown'
  | 'certificate-unsuitable'
  | 'certificate-wrong-unit'
  | 'certificate-unknown'
  /** A certificate type (TBWJ_CA_Type) that the region's bidders do not have. */
  | 'unknown-certificate-provider'
  | 'account-missing'
  | 'password-missing'
  | 'qr-expired'
  | 'qr-declined'
  | 'no-demo-bidders'
  | 'qr-user-missing'
  /** A call of the trading platform that is not properly signed. */
  | 'call-not-signed'
  /** An arrival from the trading platform with an invalid token. */
  | 'sign-on-refused'
  | 'sign-on-user-type'
  | 'foreign-origin'
  | 'bad-request'
  | 'unknown-command'
  /** The id of a command that was committed names another one. */
  | 'command-id-used'
  /** The tender has no bill of quantities in this envelope; no sheet has this number. */
  | 'no-price-sheets'
  | 'unknown-price-sheet'
  | 'not-found'
  /** No call has this path and method. */
  | 'unknown-call'
  | 'too-large'
  | 'too-many-requests'
  | 'malformed-key'
  | 'malformed-certificate'
  | 'manifest-invalid'
  | 'manifest-too-long'
  /** Not written as RFC 8785 has it, such as with white space. */
  | 'manifest-not-canonical'
  | 'manifest-mismatch'
  /** A file without a bidder’s key, in a tender whose bids are encrypted. */
  | 'bid-not-encrypted'
  | 'address-missing'
  | 'bid-file-suffix'
  | 'tender-file-suffix'
  | 'tender-file-malformed'
  | 'tender-file-missing'
  | 'commercial-file-missing'
  | 'control-price-file-missing'
  | 'control-price-sealed'
  | 'control-price-sealed-plain'
  | 'download-missing'
  | 'other-envelope'
  /** The edited rows cannot be read, or name a bid that is not there, or one twice. */
  | 'edit-unreadable'
  /** The evaluation of the tenderer: not in this region; done already; its system does not answer. */
  | 'evaluation-not-offered'
  | 'already-evaluated'
  | 'evaluation-list-failed'
  | 'evaluation-page-failed'
  | 'file-missing'
  /** Attachments: a second file in one form; removing a submitted file; an upload that was lost. */
  | 'attachment-one-only'
  | 'attachment-kept'
  | 'upload-failed'
  /** The disk of the server or of its database is full: nothing was stored. */
  | 'storage-full'
  /** The bytes of a file are no longer those that were stored. */
  | 'stored-file-damaged'
  | 'reports-busy'
  /** The region does not offer this document to the caller. */
  | 'document-not-offered'
  /** In this region bidders see the overview after the evaluation. */
  | 'overview-later'
  /** The section's log is not as the hall wrote it, so it stands still (KEY-7). */
  | 'log-altered'
  | 'internal'
  /** The database is away for a moment: a retry under the same id is safe. */
  | 'unavailable'
  | 'node-clock-off'

/** Why a file could not be opened, as its bidder is told (MSG-3). */
export type OutcomeCode = 'wrong-key' | 'damaged-file' | 'bad-content' | 'server-failure' | 'still-opening'

/** Refusals by the client: the request did not reach the server, or something before the server refused it. */
export type ClientCode = 'offline' | 'time-out' | 'turned-away' | 'log-contradicted'

export type MessageCode = RejectionCode | ServerCode | OutcomeCode | ClientCode

export type Language = 'zh-CN' | 'en'

/** A message in both languages. A Chinese text of the specifications is kept to the character (MSG-1). */
export interface Text {
  readonly zh: string
  readonly en: string
}

/** A sentence made of data, in both languages. */
export type Sentence = readonly [zh: string, en: string]

export type Texts = { readonly [Code in MessageCode]?: Text }
