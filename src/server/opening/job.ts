import type { OpeningOutcome } from '#domain/decryption/outcome.ts'
import type { OpenRequest } from '#seal/open-bid.ts'

/** What a worker opens: one file on disk, and the two keys it takes. */
export interface OpeningTask extends Pick<OpenRequest, 'sessionIdentity' | 'fileIdentity' | 'expected'> {
  readonly path: string
}

/** What a worker says while it works, and last. `unreadable`: the disk failed, which says nothing of the bid. */
export type WorkerMessage =
  | { readonly type: 'read'; readonly bytes: number }
  | { readonly type: 'opened'; readonly outcome: OpeningOutcome }
  | { readonly type: 'unreadable'; readonly reason: string }
