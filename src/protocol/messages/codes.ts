import type { RejectionCode } from '#domain/rejection.ts'

/** Refusals that the server makes around the domain: getting in, files, limits. */
export type ServerCode =
  | 'unauthenticated'
  | 'session-expired'
  | 'login-failed'
  | 'login-throttled'
  | 'account-missing'
  | 'password-missing'
  | 'account-exists'
  | 'bad-request'
  | 'unknown-command'
  | 'not-found'
  | 'too-large'
  | 'too-many-requests'
  | 'malformed-key'
  | 'malformed-certificate'
  | 'manifest-invalid'
  | 'manifest-mismatch'
  | 'file-missing'
  | 'internal'
  /** The database is away for a moment: asked again under the same id, it is done once. */
  | 'unavailable'

/** How an opening of a file failed, as the decrypting bidder is told (S1 §8 解密失败！). */
export type OutcomeCode = 'wrong-key' | 'damaged-file' | 'bad-content'

/** Refusals that only a client makes: the request did not get through. */
export type ClientCode = 'offline' | 'time-out'

export type MessageCode = RejectionCode | ServerCode | OutcomeCode | ClientCode

export type Language = 'zh-CN' | 'en'
export type Catalogue = Readonly<Record<MessageCode, string>>
