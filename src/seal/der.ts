import { concatBytes } from '@noble/hashes/utils.js'
import { fromBER, Integer, Sequence } from 'asn1js'
import { plainBytes } from './bytes.ts'

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
