import type { OpeningFailure } from '#domain/decryption/outcome.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { Figures } from '#domain/submission/figures.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { LayerError, readLayer } from './age-reader.ts'
import { isIdentity } from './layers.ts'
import { type BidPackage, createPackageReader } from './package-reader.ts'
import type { Primitives } from './primitives.ts'

export interface OpenRequest {
  /** The sealed file in pieces of any size; always read to its end. */
  readonly source: AsyncIterable<Uint8Array>
  readonly sessionIdentity: string
  /** Null without bid encryption (format rule 11). */
  readonly fileIdentity: string | null
  /** The file's data in the frozen manifest. */
  readonly expected: {
    readonly ciphertextHash: string
    readonly contentCommitment: string
    readonly sessionId: string
    readonly bidderCode: string
    readonly kind: BidFileKind
  }
  readonly primitives: Primitives
  /** Limit on the files' bytes together. */
  readonly maxBytes?: number
}

export interface OpenedBid {
  readonly figures: Figures
  readonly documents: BidPackage['documents']
}

/**
 * Opens one sealed bid and checks it against its manifest, in one pass and in bounded memory.
 * - `damaged-file`: the stored bytes do not have the committed hash (a fault of the server or the transport).
 * - `wrong-key`: the file is sealed to another identity than the given one.
 * - `bad-content`: the bytes are right, but not their content: sealed to another session's key, of another session,
 *   bidder or kind, another commitment, or not in the format (a fault of whoever sealed the file). `isSealedTo`
 *   excludes a wrong session key at submission.
 * Throws the source's errors, because a file that cannot be read says nothing about the bid.
 */
export async function openBid(request: OpenRequest): Promise<Result<OpenedBid, OpeningFailure>> {
  const { expected, primitives } = request
  const hash = primitives.sha256()
  const pieces = hashed(request.source, hash)
  const opened = await unseal(pieces, request)
  // After a failure the rest is hashed too, to tell a damaged file from bad content.
  for await (const _ of pieces);
  return hash.digestHex() === expected.ciphertextHash ? opened : err('damaged-file')
}

/** The source's pieces, hashed while they are read; a reader that stops leaves the rest to the next one. */
function hashed(
  source: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): void },
): AsyncIterableIterator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  return {
    async next() {
      const next = await iterator.next().catch((error: unknown) => {
        throw new SourceError(error)
      })
      if (!next.done) hash.update(next.value)
      return next
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** An error of the source, as opposed to one of the file's content. */
class SourceError extends Error {
  constructor(cause: unknown) {
    super('the file could not be read', { cause })
  }
}

async function unseal(
  pieces: AsyncIterable<Uint8Array>,
  { sessionIdentity, fileIdentity, expected, primitives, maxBytes }: OpenRequest,
): Promise<Result<OpenedBid, OpeningFailure>> {
  if (fileIdentity !== null && !isIdentity(fileIdentity)) return err('wrong-key')
  const commitment = primitives.sha256()
  const reader = createPackageReader(maxBytes)
  try {
    const inner = outerLayer(pieces, sessionIdentity, primitives)
    const plain = fileIdentity === null ? inner : readLayer(inner, fileIdentity, primitives)
    for await (const piece of plain) {
      commitment.update(piece)
      reader.push(piece)
    }
    if (commitment.digestHex() !== expected.contentCommitment) return err('bad-content')
    const { content, documents } = reader.finish()
    const { sessionId, bidderCode, kind, figures } = content
    if (sessionId !== expected.sessionId || bidderCode !== expected.bidderCode) return err('bad-content')
    if (kind !== expected.kind) return err('bad-content')
    return ok({ figures, documents })
  } catch (error) {
    if (error instanceof SourceError) throw error
    return err(error instanceof LayerError && error.unmatched ? 'wrong-key' : 'bad-content')
  }
}

/** A file that is sealed to another session is `bad-content` for every key. */
async function* outerLayer(pieces: AsyncIterable<Uint8Array>, identity: string, primitives: Primitives) {
  try {
    yield* readLayer(pieces, identity, primitives)
  } catch (error) {
    throw error instanceof LayerError ? new LayerError(error.message) : error
  }
}
