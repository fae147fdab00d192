import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrivalTokenType, callTokenType, hallName, platformName } from '#protocol/signed-call.ts'
import { type SigningKey, signingKey } from '#server/platform/keys.ts'
import { signToken } from '#server/platform/token.ts'
import { failureOf } from '#simulators/client/http-client.ts'
import { sealFor } from '#simulators/fixtures/bids.ts'
import { createPlatformClient } from '#simulators/platform/client.ts'
import {
  accountOf,
  agencyCode,
  bidderOf,
  type Hall,
  openHall,
  publishFor,
  type TestBidder,
  testAuthority,
} from './hall.ts'
import { exportedTrail } from './refusal-trail.ts'

let hall: Hall
let key: SigningKey
let bidder: TestBidder
let session = ''

beforeAll(async () => {
  hall = await openHall()
  key = signingKey(hall.platformKey)
  bidder = await bidderOf(hall, await testAuthority())
  const published = await publishFor(hall, [bidder], 60)
  session = published.session
  await hall.clock.leapTo(published.opensAt)
})
afterAll(() => hall.close())

const opener = () => ({ sub: `opener-${randomUUID()}`, name: '王主持', unitCode: agencyCode, userType: 1 })

interface Forged {
  readonly claims?: Record<string, unknown>
  readonly type?: string
  readonly to?: string
  readonly from?: string
  readonly key?: SigningKey
}

function token(person: object, { claims, type, to, from, ...forged }: Forged = {}): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const own = { iat, exp: iat + 120, jti: randomUUID(), guid: session, ...person, ...claims }
  const parties = { from: from ?? platformName, to: to ?? hallName }
  return signToken(forged.key ?? key, type ?? arrivalTokenType, parties, own)
}

const query = { GCLX: 1, PBType: 16, UserType: 2, jyUserType: 1 }
const arrive = (given: string, changes: object = {}) =>
  hall.http.attempt('getOauth2ByJyxtToken', {
    query: { BDGuid: session, ...query, token: given, ...changes },
  })

/** The code of the refusal; `in` without one. */
async function codeOf(given: string, changes?: object): Promise<string> {
  const answer = await arrive(given, changes)
  return answer.ok ? 'in' : answer.error.code
}

describe('a user sent by the platform', () => {
  test('[PLF-1] is logged in with their role and has the section’s authorization', async () => {
    const person = opener()
    const answer = await hall.http.call('getOauth2ByJyxtToken', {
      query: { BDGuid: session, ...query, token: await token(person), userGuid: person.sub },
    })
    expect(answer).toMatchObject({
      ...{ role: 'opener', userType: 1, userName: person.sub, ShowName: '王主持', refusal: null },
      ...{ bidProjGuid: session, dbGuid: session, BidStage: 1, nowBidStage: 1, isTechReview: false },
    })
    const flow = await hall.http.attempt('getKBFlowStatus', { token: answer.oauth2 ?? '' })
    expect(flow.ok).toBe(true)
    const self = await hall.http.call('getSelf', { token: answer.token })
    expect(self.ShowName).toBe('王主持')
  })

  test('[ACC-16] has an oauth2 whose payload names the user type and the bid file', async () => {
    const { unitCode } = bidder.account
    const person = { sub: unitCode, name: bidder.name, unitCode, userType: 2 }
    const answer = await arrive(await token(person), { jyUserType: 2, UserType: 4 })
    if (!answer.ok || !answer.value.oauth2) throw new Error('not entered')
    const [, payload = ''] = answer.value.oauth2.split('.')
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      userType: 2,
      bidFileId: null,
    })
    expect(decodeProtectedHeader(answer.value.oauth2).alg).toBe('HS256')
  })

  test('is logged in without an authorization if the section may not be entered', async () => {
    const later = await publishFor(hall, [], 600)
    const person = { ...opener(), guid: later.session }
    const answer = await arrive(await token(person), { BDGuid: later.session })
    expect(answer.ok && answer.value).toMatchObject({
      oauth2: null,
      refusal: { code: 'opening-time-not-reached' },
    })
  })

  test('[TRL-2] gets the platform’s current name and role, and the change leaves a line', async () => {
    const person = opener()
    expect(await codeOf(await token(person))).toBe('in')
    const supervisor = { ...person, name: '周监督', userType: 4 }
    const answer = await arrive(await token(supervisor), { jyUserType: 4, UserType: 8 })
    expect(answer.ok && answer.value).toMatchObject({ role: 'supervisor', ShowName: '周监督' })
    const what = 'getOauth2ByJyxtToken'
    const change = { kind: 'account-changed', what, account: 'platform', detail: person.sub }
    const ended = { kind: 'revoked', what, account: person.sub, code: 'account-changed' }
    const lines = (await exportedTrail(await accountOf(hall, 'supervisor'))).filter(({ account, detail }) =>
      [account, detail].includes(person.sub),
    )
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...['account-changed', 'login', 'account-changed', 'revoked', 'login'],
    ])
    expect(lines[2]).toMatchObject({ ...change, address: '127.0.0.1' })
    expect(lines[3]).toMatchObject(ended)
  })
})

test('[PLF-1] a platform token works once', async () => {
  const once = await token(opener())
  expect(await codeOf(once)).toBe('in')
  expect(await codeOf(once)).toBe('sign-on-refused')
})

test('of two simultaneous requests with one token, one succeeds', async () => {
  const once = await token(opener())
  const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(once)))
  expect(codes.filter((code) => code === 'in')).toHaveLength(1)
})

const now = Math.floor(Date.now() / 1000)
const { privateKey } = generateKeyPairSync('ed25519')
test.each<[string, Forged]>([
  ['that has expired', { claims: { iat: now - 400, exp: now - 100 } }],
  ['that is not valid yet', { claims: { iat: now + 120, exp: now + 200 } }],
  ['that holds for an hour', { claims: { exp: now + 3600 } }],
  ['for another hall', { to: 'another-hall' }],
  ['of another issuer', { from: 'somebody' }],
  ['signed by another key', { key: { privateKey, algorithm: 'EdDSA' } }],
  ['of a signed call', { type: callTokenType }],
  ['without an id', { claims: { jti: undefined } }],
  ['without an expiry', { claims: { exp: undefined } }],
  ['for another section', { claims: { guid: randomUUID() } }],
  ['for another user type than the address says', { claims: { userType: 4 } }],
])('a token %s is refused', async (_, forged) => {
  expect(await codeOf(await token(opener(), forged))).toBe('sign-on-refused')
})

test('a token without a signature, or downgraded to the public key as a shared secret, is refused', async () => {
  const [, payload = ''] = (await token(opener())).split('.')
  const part = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
  const none = part({ alg: 'none', typ: arrivalTokenType })
  expect(await codeOf(`${none}.${payload}.`)).toBe('sign-on-refused')
  const shared = `${part({ alg: 'HS256', typ: arrivalTokenType })}.${payload}`
  const publicKey = createPublicKey(key.privateKey)
  for (const secret of [
    publicKey.export({ type: 'spki', format: 'pem' }),
    publicKey.export({ type: 'spki', format: 'der' }),
  ]) {
    const mac = createHmac('sha256', secret).update(shared).digest('base64url')
    expect(await codeOf(`${shared}.${mac}`)).toBe('sign-on-refused')
  }
})

test('changing the address does not give the token another role', async () => {
  const { unitCode } = bidder.account
  const person = { sub: unitCode, name: bidder.name, unitCode, userType: 2 }
  expect(await codeOf(await token(person), { jyUserType: 1, UserType: 2 })).toBe('sign-on-refused')
  expect(await codeOf(await token(person), { jyUserType: 2, UserType: 2 })).toBe('sign-on-refused')
  expect(await codeOf(await token(opener()), { userGuid: 'somebody-else' })).toBe('sign-on-refused')
})

test('a token with a user type unknown to the region is refused', async () => {
  const answer = await arrive(await token({ ...opener(), userType: 7 }), {
    jyUserType: 7,
    UserType: undefined,
  })
  expect(answer.ok ? 'in' : answer.error.code).toBe('sign-on-user-type')
})

test('an incomplete address does not use up its token', async () => {
  const once = await token(opener())
  expect(await codeOf(once, { GCLX: undefined })).toBe('bad-request')
  expect(await codeOf(once)).toBe('in')
})

test('[PLF-1] a platform token is no login token, nor the other way round', async () => {
  const self = hall.http.call('getSelf', { token: await token(opener()) })
  await expect(self).rejects.toThrow('session-expired')
  const { token: loggedIn } = await hall.http.call('testLogin', {
    body: { UserCode: bidder.account.unitCode },
  })
  expect(await codeOf(loggedIn)).toBe('sign-on-refused')
})
test('a bid delivered by the platform needs its bidder’s own signature', async () => {
  const other = await bidderOf(hall, await testAuthority())
  const published = await publishFor(hall, [bidder, other], 600)
  const { platform } = hall
  const section = {
    guid: published.session,
    sectionCode: 'TEST',
    unitCode: bidder.account.unitCode,
    sessionRecipient: await platform.sectionKey(published.session),
  }
  const bid = { figures: { price: '1.00' }, files: [], certificate: bidder.certificate.helper }
  const { manifest, ciphertext } = await sealFor(section, bid)
  const file = { name: 'bid.kbid', bytes: ciphertext }
  const as = (unitCode: string) =>
    platform
      .deliverBidFile(published.session, { unitCode, manifest, file })
      .catch((error: unknown) => failureOf(error)?.code)
  expect(await as(other.account.unitCode)).toBe('certificate-mismatch')
  expect(await as('nobody')).toBe('not-enrolled')
  expect(await as(bidder.account.unitCode)).toBeUndefined()
  const info = await bidder.account.call('getSealingInfo', { query: { BDGuid: published.session } })
  expect(info.bidFiles[0]?.submitted?.fileName).toBe(`TEST-${bidder.account.unitCode}.tbj`)
})

test('a server without a platform key refuses platform calls and tokens', async () => {
  const alone = await openHall({ environment: { PLATFORM_KEY: '', DEMO: '0' } })
  try {
    const platform = createPlatformClient({ url: alone.http.url, key: hall.platformKey })
    const call = platform.addAccount({ userCode: 'x', role: 'opener', name: 'x', unitCode: 'x' })
    await expect(call).rejects.toThrow('call-not-signed')
  } finally {
    await alone.close()
  }
})
