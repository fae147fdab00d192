import type { OpeningFailure } from '#domain/decryption/outcome.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { Figures } from '#domain/submission/figures.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { LayerError, readLayer } from './age-reader.ts'
import { isIdentity } from './layers.ts'
import { type BidPackage, createPackageReader } from './package-reader.ts'
import type { Primitives } from './primitives.ts'

export interface OpenRequest {
  /** The sealed file's bytes in order, in pieces of any size; it is always read to its end. */
  readonly source: AsyncIterable<Uint8Array>
  readonly sessionIdentity: string
  /** Null where the tender goes without bid encryption (format rule 11). */
  readonly fileIdentity: string | null
  /** What the frozen manifest says about the file. */
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
 * Opens one sealed bid and holds it against its manifest, in one pass and in bounded memory, whatever its size.
 * `damaged-file`: the stored bytes are not those committed to (the server's or transport's fault).
 * `wrong-key`: the identity handed over is not the one this file is sealed to.
 * `bad-content`: the bytes are those committed to, but the sealed content is not: another session's key, another
 * session, bidder or kind inside, not the commitment, not the format (the sealer's fault; a server that checked
 * `isSealedTo` at submission knows that the session's key is not to blame. Of a second envelope's file it could only
 * check that it is not sealed to the first's key).
 * Throws what the source throws: a file that cannot be read says nothing of the bid.
 */
export async function openBid(request: OpenRequest): Promise<Result<OpenedBid, OpeningFailure>> {
  const { expected, primitives } = request
  const hash = primitives.sha256()
  const pieces = hashed(request.source, hash)
  const opened = await unseal(pieces, request)
  // What is left after a failure is part of the hash as well: a damaged file is told from a bad one.
  for await (const _ of pieces);
  return hash.digestHex() === expected.ciphertextHash ? opened : err('damaged-file')
}

/** The source's pieces, hashed as they pass; a reader that breaks off leaves the rest to the next one. */
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

/** Kept apart from what a file's own content makes go wrong. */
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

/** A file sealed to another session is bad content, whoever's key was handed over. */
async function* outerLayer(pieces: AsyncIterable<Uint8Array>, identity: string, primitives: Primitives) {
  try {
    yield* readLayer(pieces, identity, primitives)
  } catch (error) {
    throw error instanceof LayerError ? new LayerError(error.message) : error
  }
}
