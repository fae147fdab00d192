import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import type { OpenRequest } from '#seal/open-bid.ts'

/** What a worker opens: one file on disk, and the two keys for it. */
export interface BidFileTask extends Pick<OpenRequest, 'sessionIdentity' | 'fileIdentity' | 'expected'> {
  readonly path: string
}

/** A worker's messages: progress, then a result. `unreadable`: whether the bid is good is not known. */
export type WorkerMessage =
  | { readonly type: 'read'; readonly bytes: number }
  | { readonly type: 'opened'; readonly outcome: OpeningOutcome }
  | { readonly type: 'unreadable'; readonly reason: string }
