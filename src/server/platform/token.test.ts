import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { arrivalClaims, arrivalTokenType, hallName, platformName } from '#protocol/signed-call.ts'
import { newKeyPair, readPublicKeys, signingKey } from './keys.ts'
import { createTokenReader, signToken } from './token.ts'

test('[PLF-7] what a token says of a person who arrives loses the characters that are not seen', async () => {
  const pair = newKeyPair()
  const parties = { from: platformName, to: hallName }
  const read = createTokenReader({
    ...{ ...parties, keys: readPublicKeys(pair.publicPem), type: arrivalTokenType, seconds: 300 },
    ...{ claims: arrivalClaims, clock: Date.now },
  })
  const iat = Math.floor(Date.now() / 1000)
  const arrive = async (name: string) => {
    const claims = { iat, exp: iat + 60, jti: randomUUID(), userType: 1, guid: randomUUID() }
    const person = { sub: 'zhang\u200B', name, unitCode: '\u202EA0001' }
    return read(
      await signToken(signingKey(pair.privatePem), arrivalTokenType, parties, { ...claims, ...person }),
    )
  }
  const person = { sub: 'zhang', name: '张三', unitCode: 'A0001' }
  expect(await arrive('张\u2066三\u0007')).toMatchObject({ ok: true, value: person })
  expect(await arrive('\u200B')).toEqual({ ok: false, error: 'claims' })
})
