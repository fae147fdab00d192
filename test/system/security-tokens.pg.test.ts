import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallName, calls } from '#protocol/calls.ts'
import { createAccounts } from '#server/auth/accounts.ts'
import { loadKeys } from '#server/auth/keys.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { accountOf, publishFor } from './hall.ts'
import { asUser, bearer, inSection, openNodes, openSocket, post, testLogin } from './security-fixture.ts'

/*
 * Who a token lets in, over HTTP and the socket, on two nodes of one database. What is forged here is forged with the
 * server's own secret wherever that makes it harder to tell.
 */

let fixture: Awaited<ReturnType<typeof openNodes>>
let database: Database
let session: string
let nodes: string[]

beforeAll(async () => {
  fixture = await openNodes()
  database = await openDatabase(fixture.databaseUrl)
  nodes = [fixture.hall.http.url, fixture.otherUrl]
  const published = await publishFor(fixture.hall, [], 60)
  session = published.session
  await fixture.hall.clock.leapTo(published.opensAt)
})
afterAll(async () => {
  await database.close()
  await fixture.close()
})

/** Somebody of the section's agency, logged in and in the section. */
async function opener() {
  const { userName } = await (await accountOf(fixture.hall, 'opener')).call('getSelf')
  return entered(userName)
}

async function entered(userCode: string) {
  const login = await testLogin(fixture.hall.http, userCode)
  const body = { bidProjGuid: session, dbGuid: session }
  const { oauth2 } = await fixture.hall.http.call('getProjectAuthorization', { token: login.token, body })
  return { ...login, oauth2 }
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('a token', () => {
  const seconds = Math.floor(Date.now() / 1000)
  const genuine = { alg: 'HS256', issuer: 'kaibiao', audience: 'kaibiao', exp: seconds + 500 }
  const forgeries: Record<string, Partial<typeof genuine>> = {
    expired: { exp: seconds - 1 },
    'of another audience': { audience: 'trading-platform' },
    'of another issuer': { issuer: 'trading-platform' },
    'signed by another algorithm with the right secret': { alg: 'HS512' },
  }

  async function made(token: string, changes: Partial<typeof genuine>, secret?: Uint8Array): Promise<string> {
    const { alg, issuer, audience, exp } = { ...genuine, ...changes }
    const { login, session, userType, bidFileId } = payloadOf(token)
    const own = (await loadKeys(database, randomBytes)).tokenSecret
    return new SignJWT({ login, session, userType, bidFileId })
      .setProtectedHeader({ alg })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(seconds - 100)
      .setExpirationTime(exp)
      .sign(secret ?? own)
  }

  async function lets(user: string, section: string) {
    const attempt = await openSocket(fixture.hall.http.url, section)
    attempt.close()
    const url = fixture.hall.http.url
    return [await asUser(url, user), await inSection(url, section), attempt.answer]
  }
  const in_ = [200, 200, 'connected']
  const out = [401, 401, 'session-expired']

  test('made as the server makes it lets in: what follows is refused for what it says', async () => {
    const { token, oauth2 } = await opener()
    expect(await lets(await made(token, {}), await made(oauth2, {}))).toEqual(in_)
  })

  test.each(Object.keys(forgeries))('that is %s lets nobody in', async (name) => {
    const { token, oauth2 } = await opener()
    const changes = forgeries[name] ?? {}
    expect(await lets(await made(token, changes), await made(oauth2, changes))).toEqual(out)
  })

  test('that is unsigned lets nobody in, nor one signed with what everybody knows', async () => {
    const { token, oauth2 } = await opener()
    const unsigned = (of: string) =>
      new UnsecuredJWT(payloadOf(of))
        .setIssuer('kaibiao')
        .setAudience('kaibiao')
        .setExpirationTime('5m')
        .encode()
    expect(await lets(unsigned(token), unsigned(oauth2))).toEqual(out)
    const stripped = (of: string) => `${of.split('.').slice(0, 2).join('.')}.`
    expect(await lets(stripped(token), stripped(oauth2))).toEqual(out)
    const { key } = await fixture.hall.http.call('getPublicKey')
    const known = Buffer.from(key, 'base64')
    expect(await lets(await made(token, {}, known), await made(oauth2, {}, known))).toEqual(out)
  })

  test('changed in its payload lets nobody in', async () => {
    const [one, other] = [await opener(), await opener()]
    const swapped = (of: string, by: string) => {
      const [head, , signature] = of.split('.')
      return [head, by.split('.')[1], signature].join('.')
    }
    expect(await lets(swapped(one.token, other.token), swapped(one.oauth2, other.oauth2))).toEqual(out)
  })

  test('of a section opens no call of a user, one of a user no call of a section and no socket', async () => {
    const { token, oauth2 } = await opener()
    const wrong: string[] = []
    for (const name of Object.keys(calls) as CallName[]) {
      const { auth, method, path } = calls[name]
      if (auth !== 'user' && auth !== 'session') continue
      const headers = bearer(auth === 'user' ? oauth2 : token)
      const { status } = await fetch(fixture.hall.http.url + path, { method, headers })
      if (status !== 401) wrong.push(`${name}: ${status}`)
    }
    expect(wrong).toEqual([])
    expect((await openSocket(fixture.hall.http.url, token)).answer).toBe('session-expired')
  })
})

test('who may not ask is not told what is wrong with the question', async () => {
  const { url } = fixture.hall.http
  const malformed = (path: string, token: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: '{"nonsense"',
    })
  for (const { auth, method, path } of Object.values(calls)) {
    if (method !== 'POST' || (auth !== 'user' && auth !== 'session')) continue
    expect([path, (await malformed(path, 'x')).status]).toEqual([path, 401])
  }
  const userName = (await (await accountOf(fixture.hall, 'supervisor')).call('getSelf')).userName
  const [leads, watches] = [await opener(), await entered(userName)]
  const { path } = calls.startJieMi
  expect((await malformed(path, watches.oauth2)).status).toBe(403)
  expect((await malformed(path, leads.oauth2)).status).toBe(400)
})

describe('a login', () => {
  const account = () => createAccounts(database, randomBytes)
  const ways: Record<string, (who: Awaited<ReturnType<typeof opener>>) => Promise<unknown>> = {
    'when the role is taken away': ({ userName }) => account().setRole(userName, 'supervisor'),
    'when the account is disabled': ({ userName }) => account().disable(userName),
    'by logging out everywhere, at another device and node': async ({ userName }) => {
      const { token } = await testLogin(fixture.hall.http, userName)
      await post(nodes[1] ?? '', calls.logoutAll.path, null, bearer(token))
    },
    'by logging out': ({ token }) => post(nodes[1] ?? '', calls.logout.path, null, bearer(token)),
  }

  test.concurrent.each(Object.keys(ways))(
    '[ACC-12] ends %s: its sockets close within five seconds on every node',
    async (way) => {
      const who = await opener()
      const sockets = await Promise.all(nodes.map((url) => openSocket(url, who.oauth2)))
      expect(sockets.map(({ answer }) => answer)).toEqual(['connected', 'connected'])
      for (const url of nodes) expect(await inSection(url, who.oauth2)).toBe(200)
      await ways[way]?.(who)
      const began = performance.now()
      await Promise.all(sockets.map(({ ended }) => ended))
      expect(performance.now() - began).toBeLessThan(5000)
      await sleep(5000 - (performance.now() - began))
      for (const url of nodes) {
        expect([await asUser(url, who.token), await inSection(url, who.oauth2)]).toEqual([401, 401])
        expect((await openSocket(url, who.oauth2)).answer).toBe('session-expired')
      }
      const { status } = await post(nodes[0] ?? '', calls.refresh.path, { refreshToken: who.refreshToken })
      expect(status).toBe(401)
    },
  )

  test('of somebody else stays when one ends', async () => {
    const [leaves, stays] = [await opener(), await opener()]
    await fixture.hall.http.call('logoutAll', { token: leaves.token })
    expect(await asUser(fixture.otherUrl, stays.token)).toBe(200)
  })

  test('is renewed, and the authorizations of its sections with it; those of another login are not', async () => {
    const [who, other] = [await opener(), await opener()]
    const body = {
      refreshToken: who.refreshToken,
      authorizations: [who.oauth2, other.oauth2, who.token, 'x'],
    }
    const answer = await fixture.hall.http.call('refresh', { body })
    expect(answer.authorizations.map(({ bidProjGuid }) => bidProjGuid)).toEqual([session])
    expect(await asUser(fixture.otherUrl, answer.token)).toBe(200)
    expect(await inSection(fixture.otherUrl, answer.authorizations[0]?.oauth2 ?? '')).toBe(200)
    expect(answer.userName).toBe(who.userName)
  })

  test('ends when a refresh token comes back that was used, on every node; asked again under its key it does not', async () => {
    const who = await opener()
    const asked = { body: { refreshToken: who.refreshToken }, key: crypto.randomUUID() }
    await fixture.hall.http.call('refresh', asked)
    const again = await fixture.hall.http.call('refresh', asked)
    const attempt = await openSocket(fixture.otherUrl, who.oauth2)
    const stolen = await post(fixture.otherUrl, calls.refresh.path, { refreshToken: who.refreshToken })
    expect(stolen.status).toBe(401)
    await attempt.ended
    const { status } = await post(nodes[0] ?? '', calls.refresh.path, { refreshToken: again.refreshToken })
    expect(status).toBe(401)
  })

  test.each(['', 'x', 'x.y', `${crypto.randomUUID()}.y`, "'; drop table login; --.x"])(
    'is not renewed by %o',
    async (refreshToken) => {
      expect((await post(nodes[0] ?? '', calls.refresh.path, { refreshToken })).status).toBe(401)
    },
  )
})
