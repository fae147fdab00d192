import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { Integer, OctetString, Sequence } from 'asn1js'
import { sm2 } from 'sm-crypto-v2'
import { plainBytes } from './bytes.ts'
import { sequenceOf, unsigned } from './der.ts'

/*
 * SM2 (GB/T 32918) over bytes. It is a quarter of the browser's certificate code, so it is imported only when it is
 * needed: `await import('./sm2.ts')`. Public keys are uncompressed points (65 bytes), private keys 32 bytes.
 */

/** Order of the curve; the numbers of a signature are between 0 and it. */
const order = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n
/** C1 C3 C2, the order of the parts in GB/T 32918.4-2016. */
const standardOrder = 1

/** Signature with SM3 and the standard's default signer id (1234567812345678), as the 64 bytes r and s. */
export function signSm2(privateKey: Uint8Array, data: Uint8Array): Uint8Array {
  return hexToBytes(sm2.doSignature(data, bytesToHex(privateKey), { hash: true }))
}

/** Throws when the key is not a point of the curve. */
export function verifySm2(publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const hex = bytesToHex(signature)
  const inRange = [hex.slice(0, 64), hex.slice(64)].every((half) => {
    const number = BigInt(`0x${half}`)
    return number > 0n && number < order
  })
  return inRange && sm2.doVerifySignature(data, hex, bytesToHex(publicKey), { hash: true })
}

/** SM2 encryption. The result is DER (GM/T 0009): a sequence of x, y, SM3 hash and cipher. */
export function encryptSm2(publicKey: Uint8Array, plaintext: Uint8Array): Uint8Array {
  const bytes = hexToBytes(sm2.doEncrypt(plaintext, bytesToHex(publicKey), standardOrder))
  const number = (from: number) => Integer.fromBigInt(`0x${bytesToHex(bytes.subarray(from, from + 32))}`)
  const cipher = new Sequence({
    value: [
      number(0),
      number(32),
      new OctetString({ valueHex: plainBytes(bytes.slice(64, 96)) }),
      new OctetString({ valueHex: plainBytes(bytes.slice(96)) }),
    ],
  })
  return new Uint8Array(cipher.toBER())
}

/** Reverses `encryptSm2`; throws when the cipher is damaged or for another key. Empty texts are not encrypted. */
export function decryptSm2(privateKey: Uint8Array, der: Uint8Array): Uint8Array {
  const [x, y, hash, cipher, ...more] = sequenceOf(der)
  if (!(hash instanceof OctetString) || !(cipher instanceof OctetString) || more.length > 0) {
    throw new TypeError('not an SM2 cipher')
  }
  const hashBytes = hash.valueBlock.valueHexView
  if (hashBytes.length !== 32) throw new TypeError('not an SM2 cipher')
  // Concatenated instead of DER, because only then the library checks that the point is on the curve.
  const parts = concatBytes(unsigned(x, 32), unsigned(y, 32), hashBytes, cipher.valueBlock.valueHexView)
  const plaintext = sm2.doDecrypt(bytesToHex(parts), bytesToHex(privateKey), standardOrder, {
    output: 'array',
  })
  if (plaintext.length === 0) throw new Error('SM2 cipher does not open')
  return plaintext
}
