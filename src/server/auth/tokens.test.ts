import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { type Claims, createTokens } from './tokens.ts'

const secret = randomBytes(32)
const now = Date.UTC(2026, 0, 5, 9)
const tokens = createTokens(secret, () => now)
const claims: Claims = { login: randomUUID(), session: randomUUID(), userType: 3, bidFileId: null }
const inTenMinutes = new Date(now + 600_000)

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with any header and body, signed as this server signs. */
function signed(header: unknown, body: unknown, hash = 'sha256'): string {
  const text = `${encoded(header)}.${encoded(body)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

const usual = { ...claims, iss: 'kaibiao', aud: 'kaibiao', exp: inTenMinutes.getTime() / 1000 }

test('a token is read until it expires, and an expired one only for renewal', async () => {
  const token = await tokens.issue(claims, inTenMinutes)
  const read = { ...claims, expiresAt: inTenMinutes.getTime() }
  expect(await tokens.read(token)).toEqual(read)
  const later = createTokens(secret, () => inTenMinutes.getTime())
  expect(await later.read(token)).toBeNull()
  expect(await later.readExpired(token)).toEqual(read)
})

test('any token of this secret and form is read, also one of another library', async () => {
  expect(await tokens.read(signed({ alg: 'HS256' }, usual))).toMatchObject(claims)
})

test.each([
  ['without a signature', `${encoded({ alg: 'HS256' })}.${encoded(usual)}.`],
  ['without an algorithm', `${encoded({ alg: 'none' })}.${encoded(usual)}.`],
  ['of another algorithm', signed({ alg: 'HS384' }, usual, 'sha384')],
  ['that names another algorithm', signed({ alg: 'none' }, usual)],
  ['of another issuer', signed({ alg: 'HS256' }, { ...usual, iss: 'another' })],
  ['for others', signed({ alg: 'HS256' }, { ...usual, aud: 'another' })],
  ['without an end', signed({ alg: 'HS256' }, { ...usual, exp: undefined })],
  ['with an end that is no number', signed({ alg: 'HS256' }, { ...usual, exp: '9999999999' })],
  ['without a login', signed({ alg: 'HS256' }, { ...usual, login: undefined })],
  ['whose body is a text', signed({ alg: 'HS256' }, 'text')],
  ['with a part too many', `${signed({ alg: 'HS256' }, usual)}.`],
  ['that is empty', ''],
  ['of two points', '..'],
])('a token %s is none', async (_, token) => {
  expect(await tokens.read(token)).toBeNull()
  expect(await tokens.readExpired(token)).toBeNull()
})

test('a token with any changed character is none', async () => {
  const token = await tokens.issue(claims, inTenMinutes)
  for (let i = 0; i < token.length; i += 1) {
    for (const other of ['A', 'é', '.', '']) {
      if (token[i] === other) continue
      expect(await tokens.read(token.slice(0, i) + other + token.slice(i + 1))).toBeNull()
    }
  }
})

test('a token of another secret, or of another use of this library, is none', async () => {
  expect(
    await createTokens(randomBytes(32), () => now).read(await tokens.issue(claims, inTenMinutes)),
  ).toBeNull()
  const foreign = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h')
  expect(await tokens.read(await foreign.sign(secret))).toBeNull()
})
