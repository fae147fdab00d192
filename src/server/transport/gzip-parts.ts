import type { IncomingMessage } from 'node:http'
import { constants, crc32, deflateRawSync } from 'node:zlib'

/*
 * A gzip file (RFC 1952) put together from texts that are compressed once: a page whose only difference is its nonce is
 * not compressed for each request.
 */

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block with fixed codes (RFC 1951). */
const lastBlock = Buffer.from([3, 0])

/** A text between places that are filled later. */
export interface CompressedPart {
  readonly text: Buffer
  /** Blocks that end at a byte and refer to nothing before them. */
  readonly blocks: Buffer
}

export function compressedPart(text: string): CompressedPart {
  const bytes = Buffer.from(text)
  return { text: bytes, blocks: deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH }) }
}

/** The parts as one gzip file with `filling`, of at most 65,535 bytes, between them. */
export function gzipOf(parts: readonly CompressedPart[], filling: string): Buffer {
  const filled = Buffer.from(filling)
  const size = Buffer.alloc(4)
  size.writeUInt16LE(filled.length, 0)
  size.writeUInt16LE(0xffff - filled.length, 2)
  const stored = Buffer.concat([Buffer.from([0]), size, filled])
  const text = Buffer.concat(between(parts, ({ text }) => text, filled))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(text), 0)
  trailer.writeUInt32LE(text.length, 4)
  return Buffer.concat([header, ...between(parts, ({ blocks }) => blocks, stored), lastBlock, trailer])
}

function between(
  parts: readonly CompressedPart[],
  bytesOf: (part: CompressedPart) => Buffer,
  filled: Buffer,
): Buffer[] {
  return parts.flatMap((part, i) => (i === 0 ? [bytesOf(part)] : [filled, bytesOf(part)]))
}

/** Whether an answer may be compressed by gzip. */
export function takesGzip({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
}
