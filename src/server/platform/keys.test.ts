import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { newKeyPair, readPublicKeys, signingKey } from './keys.ts'

const pair = newKeyPair()
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwkOf = (pem: string) => createPublicKey(pem).export({ format: 'jwk' })

it('reads one key in PEM, one as a JWK, and several as a JWK Set', () => {
  const own = jwkOf(pair.publicPem)
  const other = p256.publicKey.export({ format: 'jwk' })
  expect(readPublicKeys(pair.publicPem).keys).toEqual([own])
  expect(readPublicKeys(JSON.stringify(other)).keys).toEqual([other])
  expect(readPublicKeys(JSON.stringify({ keys: [own, other] })).keys).toEqual([own, other])
})

it('refuses a private key', () => {
  expect(() => readPublicKeys(pair.privatePem)).toThrow('the public one is wanted')
  const jwk = JSON.stringify(p256.privateKey.export({ format: 'jwk' }))
  expect(() => readPublicKeys(jwk)).toThrow('the public one is wanted')
})

it('refuses keys of other types and texts that are no keys', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const pem = rsa.export({ type: 'spki', format: 'pem' }).toString()
  expect(() => readPublicKeys(pem)).toThrow('Ed25519 or a P-256')
  expect(() => readPublicKeys('hello')).toThrow('neither PEM nor a JWK')
  expect(() => readPublicKeys('{"keys":[]}')).toThrow('neither PEM nor a JWK')
})

it('signs with the algorithm of the key', () => {
  expect(signingKey(pair.privatePem).algorithm).toBe('EdDSA')
  const pem = p256.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(signingKey(pem).algorithm).toBe('ES256')
})
