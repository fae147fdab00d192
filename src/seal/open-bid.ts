import type { OpeningFailure } from '#domain/event.ts'
import type { Figures } from '#domain/figures.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { unpackBid } from './bid-package.ts'
import { digestHex } from './bytes.ts'
import type { BidFile } from './format.ts'
import { decryptLayers } from './layers.ts'

export interface OpenRequest {
  readonly ciphertext: Uint8Array
  readonly sessionIdentity: string
  readonly fileIdentity: string
  /** What the frozen manifest says about the file. */
  readonly expected: {
    readonly ciphertextHash: string
    readonly contentCommitment: string
    readonly sessionId: string
    readonly bidderCode: string
  }
  /** Limit on the files' bytes together. */
  readonly maxBytes?: number
}

export interface OpenedBid {
  readonly figures: Figures
  readonly files: BidFile[]
}

/**
 * Opens one sealed bid and holds it against its manifest.
 * `damaged-file`: the stored bytes are not those committed to (the server's or transport's fault).
 * `wrong-key`: the identity handed over is not the one this file is sealed to.
 * `bad-content`: the bytes are those committed to, but the sealed content is not: another session's key, another
 * session or bidder inside, not the commitment, not the format (the sealer's fault; a server that checked
 * `isSealedTo` at submission knows that the session's key is not to blame).
 */
export async function openBid(request: OpenRequest): Promise<Result<OpenedBid, OpeningFailure>> {
  const { ciphertext, expected } = request
  if ((await digestHex(ciphertext)) !== expected.ciphertextHash) return err('damaged-file')
  const plaintext = await decryptLayers(ciphertext, request.sessionIdentity, request.fileIdentity)
  if (!plaintext.ok) return plaintext
  if ((await digestHex(plaintext.value)) !== expected.contentCommitment) return err('bad-content')
  const bid = unpackBid(plaintext.value, request.maxBytes)
  if (!bid.ok) return bid
  const { sessionId, bidderCode, figures } = bid.value.content
  if (sessionId !== expected.sessionId || bidderCode !== expected.bidderCode) return err('bad-content')
  return ok({ figures, files: bid.value.files })
}
