import { createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Secrets } from '../secrets/secrets.ts'
import { newKeyPair, type SigningKey, signingKey } from './keys.ts'

/** The hall's own key, the same on every node, and its public key for platforms. */
export interface HallKey {
  readonly signing: SigningKey
  readonly publicJwk: JWK
}

/** Reads the key, and creates it the first time. */
export async function loadHallKey(secrets: Pick<Secrets, 'of'>): Promise<HallKey> {
  const pem = await secrets.of('hall-key', () => newKeyPair().privatePem)
  const signing = signingKey(pem)
  const jwk = createPublicKey(signing.privateKey).export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(jwk)
  return { signing, publicJwk: { ...jwk, kid, use: 'sig', alg: signing.algorithm } }
}
