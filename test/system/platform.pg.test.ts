import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterSession } from '#simulators/client/session-client.ts'
import { sampleTender } from '#simulators/fixtures/sample-tender.ts'
import { createPlatformClient, type PlatformClient } from '#simulators/platform/client.ts'
import { accountOf, agencyCode, bidderOf, type Hall, openHall, publishFor, testAuthority } from './hall.ts'

/*
 * The port to the trading platform as the README describes it. Tokens are made with node:crypto alone, so that the
 * description is tested.
 */

let hall: Hall
let privateKey: KeyObject

beforeAll(async () => {
  hall = await openHall()
  privateKey = createPrivateKey(hall.platformKey)
})
afterAll(() => hall.close())

const path = '/api/platform/accounts'
const account = () => ({ userCode: randomUUID(), role: 'supervisor', name: '监督人', unitCode: null })

interface Forged {
  readonly claims?: Record<string, unknown>
  readonly header?: Record<string, unknown>
  readonly key?: KeyObject
  readonly token?: string
  readonly body?: string
  readonly idempotencyKey?: string
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function tokenFor(body: string, { claims = {}, header = {}, key = privateKey }: Forged = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const own = { iss: 'trading-platform', aud: 'kaibiao', iat: now, exp: now + 60, jti: randomUUID() }
  const request = { method: 'POST', path, body: hashOf(body) }
  const head = encode({ alg: 'EdDSA', typ: 'kaibiao-call+jwt', ...header })
  const input = `${head}.${encode({ ...own, ...request, ...claims })}`
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
}

/** Asks for an account; `<status> <code> <reason>` of a refusal, or `200`. */
async function ask(forged: Forged = {}): Promise<string> {
  const signed = JSON.stringify(account())
  const answer = await fetch(hall.http.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(forged.token === '' ? {} : { authorization: `Bearer ${forged.token ?? tokenFor(signed, forged)}` }),
      ...(forged.idempotencyKey ? { 'idempotency-key': forged.idempotencyKey } : {}),
    },
    body: forged.body ?? signed,
  })
  if (answer.ok) return '200'
  const { code, params } = await answer.json()
  return `${answer.status} ${code} ${params.reason}`
}

const seconds = () => Math.floor(Date.now() / 1000)

describe('a call of the platform', () => {
  test('is executed when it is signed for this request', async () => {
    expect(await ask()).toBe('200')
  })

  test('works once: the same token is refused a second time', async () => {
    const body = JSON.stringify(account())
    const token = tokenFor(body)
    expect(await ask({ token, body })).toBe('200')
    expect(await ask({ token, body })).toBe('401 call-not-signed replayed')
  })

  test.each<[string, Forged, string]>([
    ['no token', { token: '' }, 'missing'],
    ['something that is no token', { token: 'a.b.c' }, 'signature'],
    ['another key', { key: generateKeyPairSync('ed25519').privateKey }, 'signature'],
    ['another body', { body: '{}' }, 'body'],
    ['another path', { claims: { path: '/api/platform/tenders' } }, 'path'],
    ['the path with a query it did not have', { claims: { path: `${path}?x=1` } }, 'path'],
    ['another method', { claims: { method: 'GET' } }, 'method'],
    ['no longer', { claims: { iat: seconds() - 150, exp: seconds() - 90 } }, 'expired'],
    ['not yet', { claims: { iat: seconds() + 90, exp: seconds() + 120 } }, 'expired'],
    ['for longer than a minute', { claims: { exp: seconds() + 600 } }, 'claims'],
    ['somebody else', { claims: { aud: 'another-hall' } }, 'audience'],
    ['by somebody else', { claims: { iss: 'kaibiao' } }, 'audience'],
    ['no id', { claims: { jti: undefined } }, 'claims'],
    ['people to be sent in', { header: { typ: 'kaibiao-arrival+jwt' } }, 'claims'],
    ['no algorithm', { header: { alg: 'none' } }, 'signature'],
    ['a shared secret', { header: { alg: 'HS256' } }, 'signature'],
    ['the algorithm of another kind of key', { header: { alg: 'ES256' } }, 'signature'],
  ])('signed for %s is refused', async (_, forged, reason) => {
    const body = forged.body === undefined ? {} : { body: JSON.stringify(account()) }
    expect(await ask({ ...forged, ...body })).toBe(`401 call-not-signed ${reason}`)
  })

  test('is accepted from a clock that is half a minute off', async () => {
    for (const off of [-80, 25]) {
      expect(await ask({ claims: { iat: seconds() + off, exp: seconds() + off + 60 } })).toBe('200')
    }
  })

  test('is refused with a user’s token', async () => {
    const opener = await accountOf(hall, 'opener')
    await expect(opener.call('addAccount', { body: account() as never })).rejects.toThrow('call-not-signed')
  })
})

describe('a retry under the same Idempotency-Key is executed once', () => {
  const opensAt = '2030-01-01T00:00:00.000Z'

  test('a section', async () => {
    const key = randomUUID()
    const guids = [1, 2].map(() => hall.platform.publishTender(sampleTender({ agencyCode, opensAt }), key))
    expect(await Promise.all(guids)).toEqual([key, key])
  })

  test('a file', async () => {
    const { session } = await publishFor(hall, [], 600)
    const key = randomUUID()
    const form = new FormData()
    form.set('BDGuid', session)
    form.set('FUJIANLEIXING', 'tender')
    form.set('file', new Blob(['text']), '招标文件.pdf')
    const answers = [1, 2].map(async () =>
      (await hall.platform.ask('addTenderFile', { body: form, key })).json(),
    )
    expect(await Promise.all(answers)).toEqual([{ fileId: key }, { fileId: key }])
  })

  test('an account, whose name and role are brought up to date by a later call', async () => {
    const { userCode } = account()
    const person = { userCode, role: 'supervisor', name: '甲', unitCode: null } as const
    await hall.platform.addAccount(person)
    await hall.platform.addAccount({ ...person, name: '乙', role: 'opener', unitCode: agencyCode })
    const answer = await hall.http.call('testLogin', { body: { UserCode: userCode } })
    expect(answer).toMatchObject({ ShowName: '乙', role: 'opener' })
  })
})

describe('a form', () => {
  let session = ''
  let tampering: PlatformClient

  beforeAll(async () => {
    session = (await publishFor(hall, [], 600)).session
    // One letter of the file is changed on its way.
    tampering = createPlatformClient({
      url: hall.http.url,
      key: hall.platformKey,
      fetch: (url, init) => {
        const body = Buffer.from(init?.body as Uint8Array)
        body[body.indexOf('wanted')] = 'W'.charCodeAt(0)
        return fetch(url, { ...init, body })
      },
    })
  })

  test('with a changed file is refused and not stored', async () => {
    const file = { name: 'x.txt', bytes: new TextEncoder().encode('wanted') }
    await expect(tampering.addTenderFile(session, 'other', file)).rejects.toThrow('call-not-signed')
    await hall.platform.addTenderFile(session, 'other', file)
  })

  test('of many megabytes is accepted', async () => {
    const bytes = new Uint8Array(12 * 1024 * 1024).fill(7)
    await hall.platform.addTenderFile(session, 'tender', { name: 'large.pdf', bytes })
  })
})

test('[PLF-2] deposits of enrolled bidders are recorded in yuan; a later record replaces an earlier one', async () => {
  const bidder = await bidderOf(hall, await testAuthority())
  const { session, opensAt } = await publishFor(hall, [bidder], 60)
  const paid = { EntprsCode: bidder.account.unitCode, Bzj: '800000.00', BzjStatus: '已缴纳' }
  await hall.platform.recordDeposits(session, [{ ...paid, BzjStatus: '未缴纳' }])
  await hall.platform.recordDeposits(session, [paid])
  await hall.clock.leapTo(opensAt)
  const seen = async () => {
    const [row] = await (await enterSession(bidder.account, session)).call('GetBZJList')
    return row?.BzjStatus
  }
  // An earlier record that arrives later.
  const before = new Date(Date.now() - 60_000).toISOString()
  await hall.platform.recordDeposits(session, [{ ...paid, BzjStatus: '处理中' }], before)
  expect(await seen()).toBe('已缴纳')
  // A record with a future time counts from now and can be replaced.
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await hall.platform.recordDeposits(session, [{ ...paid, BzjStatus: '已退还' }], later)
  await hall.platform.recordDeposits(session, [paid])
  expect(await seen()).toBe('已缴纳')
  const stranger = hall.platform.recordDeposits(session, [{ ...paid, EntprsCode: 'X' }])
  await expect(stranger).rejects.toThrow('unknown-bidder')
  const odd = hall.platform.recordDeposits(session, [{ ...paid, Bzj: '1.234' }])
  await expect(odd).rejects.toThrow('bad-request')
})
