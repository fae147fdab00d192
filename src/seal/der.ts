import { concatBytes } from '@noble/hashes/utils.js'
import { fromBER, Integer, Sequence } from 'asn1js'
import { joined, plainBytes } from './bytes.ts'

/** The parts of a DER sequence; throws on anything else, also on trailing bytes. */
export function sequenceOf(der: Uint8Array): Sequence['valueBlock']['value'] {
  const { offset, result } = fromBER(plainBytes(der))
  if (offset !== der.length || !(result instanceof Sequence)) throw new TypeError('not a DER sequence')
  return result.valueBlock.value
}

/** A number of a DER sequence as unsigned bytes of the given length; throws when it is negative or longer. */
export function unsigned(part: unknown, length: number): Uint8Array {
  if (!(part instanceof Integer)) throw new TypeError('not a number')
  const bytes = part.valueBlock.valueHexView
  if (((bytes[0] ?? 0x80) & 0x80) !== 0) throw new RangeError('not a positive number')
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  if (digits.length > length) throw new RangeError('number too long')
  return concatBytes(new Uint8Array(length - digits.length), digits)
}

/**
 * The numbers r and s of an elliptic signature, each in `size` bytes. Reads the plain bytes and the DER sequence that
 * certificate authorities' tools write. Throws on anything else.
 */
export function signatureNumbers(signature: Uint8Array, size: number): Uint8Array {
  if (signature.length === 2 * size) return signature
  const [r, s, ...more] = sequenceOf(signature)
  if (more.length > 0) throw new TypeError('not a signature')
  return concatBytes(unsigned(r, size), unsigned(s, size))
}

/** The tags of DER that are written or looked into here; `explicit`: context-specific 0, of several parts. */
export const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  null: 0x05,
  sequence: 0x30,
  set: 0x31,
  explicit: 0xa0,
} as const

/** One value in DER: its tag, its content, and both with the length between. */
export interface Part {
  readonly tag: number
  readonly value: Uint8Array
  readonly whole: Uint8Array
}

/** A value in DER of the given content. */
export function derOf(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const value = joined(content)
  const digits: number[] = []
  for (let rest = value.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  const length = value.length < 0x80 ? [value.length] : [0x80 | digits.length, ...digits]
  return joined([Uint8Array.of(tag, ...length), value])
}

/** The values that another one consists of. Throws where its content is anything else; tags have one byte. */
export function membersOf({ value }: Pick<Part, 'value'>): Part[] {
  const members: Part[] = []
  for (let at = 0; at < value.length; at += members.at(-1)?.whole.length ?? 0) members.push(partAt(value, at))
  return members
}

/** The value that begins at a byte of some content. */
function partAt(content: Uint8Array, at: number): Part {
  const [tag = 0, first = 0xff] = content.subarray(at, at + 2)
  const digits = first < 0x80 ? 0 : first & 0x7f
  if (digits > 3 || (first >= 0x80 && digits === 0)) throw new RangeError('a length that is not read')
  const from = at + 2 + digits
  const length =
    first < 0x80 ? first : content.subarray(at + 2, from).reduce((sum, digit) => sum * 256 + digit, 0)
  const end = from + length
  if (end > content.length) throw new RangeError('a value that is cut off')
  return { tag, value: content.subarray(from, end), whole: content.subarray(at, end) }
}

/**
 * At least as many values as a reader of DER can find in these bytes, which tries strings of bytes and of bits, too;
 * counts no further than a little over `most`. Reading takes microseconds for each value.
 */
export function valuesIn(der: Uint8Array, most: number): number {
  const contents = [der]
  let count = 0
  for (let content = contents.pop(); content && count <= most; content = contents.pop()) {
    for (let at = 0; at < content.length && count <= most; ) {
      const part = readablePart(content, at)
      count += part ? costOf(part) : Math.ceil((content.length - at) / 2)
      if (!part) break
      at += part.whole.length
      const isConstructed = (part.tag & 0x20) !== 0 || alwaysConstructed.has(part.tag & 0x1f)
      if (isConstructed || part.tag === tags.octets) contents.push(part.value)
      else if (part.tag === tags.bits) contents.push(part.value.subarray(1))
    }
  }
  return count
}

/** The numbers of SEQUENCE and SET: readers look into them even where the tag does not say so. */
const alwaysConstructed = new Set([0x10, 0x11])
/** The numbers of OBJECT IDENTIFIER and RELATIVE-OID: the time to read one grows with the square of its length. */
const objectIds = new Set([0x06, 0x0d])
/** One of so many bytes takes as long as another value. Random bytes, such as a signature's, may look like one. */
const usualObjectId = 100

/** How many usual values take as long to read. */
function costOf({ tag, value }: Part): number {
  return objectIds.has(tag & 0x1f) ? Math.ceil(Math.max(1, value.length / usualObjectId) ** 2) : 1
}

/** Null where what follows is no value, or has a tag of several bytes. */
function readablePart(content: Uint8Array, at: number): Part | null {
  if (((content[at] ?? 0) & 0x1f) === 0x1f) return null
  try {
    return partAt(content, at)
  } catch {
    return null
  }
}
