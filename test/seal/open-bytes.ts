import { type OpenRequest, openBid } from '#seal/open-bid.ts'
import { nodePrimitives } from '#server/bid-file-processor/node-primitives.ts'

export interface OpenBytesRequest extends Omit<OpenRequest, 'source' | 'primitives'> {
  readonly ciphertext: Uint8Array
  /** Length of the chunks; by default one chunk. */
  readonly pieceLength?: number
}

/** Opens a sealed bid that is in memory, with the server's own primitives. */
export function openBytes({ ciphertext, pieceLength, ...request }: OpenBytesRequest) {
  const source = piecesOf(ciphertext, pieceLength ?? ciphertext.length)
  return openBid({ ...request, source, primitives: nodePrimitives })
}

async function* piecesOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length)
}
