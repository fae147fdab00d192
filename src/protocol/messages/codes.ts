import type { RejectionCode } from '#domain/session/rejection.ts'

/** Refusals that the server makes around the domain: getting in, files, limits. */
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
  | 'qr-user-missing'
  /** A call that is the trading platform's alone, and not signed as it has to be. */
  | 'call-not-signed'
  /** Whom the trading platform sends in, by a token that does not count. */
  | 'sign-on-refused'
  | 'sign-on-user-type'
  | 'foreign-origin'
  | 'bad-request'
  | 'unknown-command'
  | 'not-found'
  | 'too-large'
  | 'too-many-requests'
  | 'malformed-key'
  | 'malformed-certificate'
  | 'manifest-invalid'
  | 'manifest-mismatch'
  /** A file without a key of its bidder’s, in a tender whose bids are encrypted. */
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
  | 'file-missing'
  /** An objection’s attachment: a second file in one form; one that stands in the log; one that got lost on its way. */
  | 'attachment-one-only'
  | 'attachment-kept'
  | 'upload-failed'
  /** The server’s disk, or its database’s, has no room: nothing of what was asked for was stored. */
  | 'storage-full'
  | 'reports-busy'
  | 'internal'
  /** The database is away for a moment: asked again under the same id, it is done once. */
  | 'unavailable'

/** How an opening of a file failed, as the decrypting bidder is told (MSG-3). */
export type OutcomeCode = 'wrong-key' | 'damaged-file' | 'bad-content' | 'server-failure' | 'still-opening'

/** Refusals that only a client makes: the request did not get through, or something else than the server refused it. */
export type ClientCode = 'offline' | 'time-out' | 'turned-away'

export type MessageCode = RejectionCode | ServerCode | OutcomeCode | ClientCode

export type Language = 'zh-CN' | 'en'

/** A message in both languages. Where the specifications give a Chinese text it stands to the character (MSG-1). */
export interface Text {
  readonly zh: string
  readonly en: string
}

/** A sentence made of data, in both languages. */
export type Sentence = readonly [zh: string, en: string]

export type Texts = { readonly [Code in MessageCode]?: Text }
