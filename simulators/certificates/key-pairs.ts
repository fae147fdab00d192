import { hexToBytes } from '@noble/hashes/utils.js'
import { BitString, Constructed, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { AlgorithmIdentifier, type Certificate, type CertificateRevocationList, PublicKeyInfo } from 'pkijs'
import { sm2 } from 'sm-crypto-v2'
import { plainBytes } from '#seal/bytes.ts'
import { type KeyType, keyUseOf } from '#seal/key-use.ts'

/** A key pair in DER. */
export interface KeyPair {
  readonly spki: Uint8Array
  readonly pkcs8: Uint8Array
}

const algorithms = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256' },
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  },
}

export async function generateKeys(keyType: KeyType): Promise<KeyPair> {
  if (keyType === 'SM2') return generateSm2()
  const keys = await crypto.subtle.generateKey(algorithms[keyType], true, ['sign', 'verify'])
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', keys.publicKey),
    crypto.subtle.exportKey('pkcs8', keys.privateKey),
  ])
  return { spki: new Uint8Array(spki), pkcs8: new Uint8Array(pkcs8) }
}

function generateSm2(): KeyPair {
  const { privateKey, publicKey } = sm2.generateKeyPairHex()
  const algorithm = () =>
    new Sequence({
      value: [
        new ObjectIdentifier({ value: '1.2.840.10045.2.1' }),
        new ObjectIdentifier({ value: '1.2.156.10197.1.301' }),
      ],
    })
  const point = () => new BitString({ valueHex: plainBytes(hexToBytes(publicKey)) })
  const inner = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new OctetString({ valueHex: plainBytes(hexToBytes(privateKey)) }),
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 1 }, value: [point()] }),
    ],
  })
  const pkcs8 = new Sequence({
    value: [new Integer({ value: 0 }), algorithm(), new OctetString({ valueHex: inner.toBER() })],
  })
  return {
    spki: new Uint8Array(new Sequence({ value: [algorithm(), point()] }).toBER()),
    pkcs8: new Uint8Array(pkcs8.toBER()),
  }
}

const signatureIds: Readonly<Record<KeyType, string>> = {
  'P-256': '1.2.840.10045.4.3.2',
  RSA: '1.2.840.113549.1.1.11',
  SM2: '1.2.156.10197.1.501',
}

/** Signs a drafted certificate or revocation list with an authority's keys; the answer is DER. */
export async function signIssued(
  issued: Certificate | CertificateRevocationList,
  { spki, pkcs8 }: KeyPair,
): Promise<Uint8Array> {
  const use = keyUseOf(PublicKeyInfo.fromBER(plainBytes(spki)))
  if (!use) throw new TypeError('unsupported key of an authority')
  const isRsa = use.keyType === 'RSA'
  const algorithm = () =>
    new AlgorithmIdentifier({
      algorithmId: signatureIds[use.keyType],
      ...(isRsa ? { algorithmParams: new Null() } : {}),
    })
  issued.signature = algorithm()
  issued.signatureAlgorithm = algorithm()
  const [draft] = issued.toSchema(true).valueBlock.value
  const holder = await use.holder(pkcs8)
  const signature = await holder.sign(new Uint8Array(draft.toBER()))
  const value = isRsa ? signature : ellipticDer(signature)
  issued.signatureValue = new BitString({ valueHex: plainBytes(value) })
  return new Uint8Array(issued.toSchema(true).toBER())
}

/** The numbers r and s as the DER sequence that certificates hold. */
export function ellipticDer(signature: Uint8Array): Uint8Array {
  const number = (half: Uint8Array) => Integer.fromBigInt(`0x${Buffer.from(half).toString('hex')}`)
  const numbers = [number(signature.subarray(0, 32)), number(signature.subarray(32))]
  return new Uint8Array(new Sequence({ value: numbers }).toBER())
}
