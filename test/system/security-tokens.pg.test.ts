import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CallName, calls } from '#protocol/calls.ts'
import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { watchNamespace } from '#protocol/socket/watched.ts'
import { createAccounts } from '#server/auth/accounts.ts'
import { loadKeys } from '#server/auth/keys.ts'
import { createPasswords } from '#server/auth/password.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { trailLine } from '#server/db/schema.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { createLocalKey } from '#server/secrets/wrapping-key.ts'
import { ownKeyFile } from '#server/settings.ts'
import { secretsIn } from '#simulators/fixtures/hall-secrets.ts'
import { accountOf, publishFor } from './hall.ts'
import { asUser, bearer, inSection, openNodes, openSocket, post, testLogin } from './security-fixture.ts'

/*
 * What tokens allow, over HTTP and the socket, on two nodes of one database. Forgeries use the server's own secret
 * where that makes them harder to detect.
 */

let fixture: Awaited<ReturnType<typeof openNodes>>
let database: Database
let secrets: Secrets
let session: string
let nodes: string[]

beforeAll(async () => {
  fixture = await openNodes()
  database = await openDatabase(fixture.databaseUrl)
  secrets = await secretsIn(fixture.hall.dataDir, database)
  nodes = [fixture.hall.http.url, fixture.otherUrl]
  const published = await publishFor(fixture.hall, [], 60)
  session = published.session
  await fixture.hall.clock.leapTo(published.opensAt)
})
afterAll(async () => {
  await database.close()
  await fixture.close()
})

/** An opener of the section's agency, logged in and in the section. */
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

const seconds = Math.floor(Date.now() / 1000)
const genuine = { alg: 'HS256', issuer: 'kaibiao', audience: 'kaibiao', exp: seconds + 500 }
const forgeries: Record<string, Partial<typeof genuine>> = {
  expired: { exp: seconds - 1 },
  'of another audience': { audience: 'trading-platform' },
  'of another issuer': { issuer: 'trading-platform' },
  'signed by another algorithm with the right secret': { alg: 'HS512' },
}

async function tokenLike(
  token: string,
  changes: Partial<typeof genuine>,
  secret?: Uint8Array,
): Promise<string> {
  const { alg, issuer, audience, exp } = { ...genuine, ...changes }
  const { login, session, userType, bidFileId } = payloadOf(token)
  const own = (await loadKeys(secrets, randomBytes)).tokenSecret
  return new SignJWT({ login, session, userType, bidFileId })
    .setProtectedHeader({ alg })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds - 100)
    .setExpirationTime(exp)
    .sign(secret ?? own)
}

async function answersTo(user: string, section: string) {
  const attempt = await openSocket(fixture.hall.http.url, section)
  attempt.close()
  const url = fixture.hall.http.url
  return [await asUser(url, user), await inSection(url, section), attempt.answer]
}
const accepted = [200, 200, 'connected']
const refused = [401, 401, 'session-expired']

test('a token made as the server makes it is accepted, so the forgeries fail for their content', async () => {
  const { token, oauth2 } = await opener()
  expect(await answersTo(await tokenLike(token, {}), await tokenLike(oauth2, {}))).toEqual(accepted)
})

test.each(Object.keys(forgeries))('a token that is %s is refused', async (name) => {
  const { token, oauth2 } = await opener()
  const changes = forgeries[name] ?? {}
  expect(await answersTo(await tokenLike(token, changes), await tokenLike(oauth2, changes))).toEqual(refused)
})

test('an unsigned token is refused, and so is one signed with public data', async () => {
  const { token, oauth2 } = await opener()
  const unsigned = (of: string) =>
    new UnsecuredJWT(payloadOf(of))
      .setIssuer('kaibiao')
      .setAudience('kaibiao')
      .setExpirationTime('5m')
      .encode()
  expect(await answersTo(unsigned(token), unsigned(oauth2))).toEqual(refused)
  const stripped = (of: string) => `${of.split('.').slice(0, 2).join('.')}.`
  expect(await answersTo(stripped(token), stripped(oauth2))).toEqual(refused)
  const { key } = await fixture.hall.http.call('getPublicKey')
  const known = Buffer.from(key, 'base64')
  expect(await answersTo(await tokenLike(token, {}, known), await tokenLike(oauth2, {}, known))).toEqual(
    refused,
  )
})

test('a token with a changed payload is refused', async () => {
  const [one, other] = [await opener(), await opener()]
  const swapped = (of: string, by: string) => {
    const [head, , signature] = of.split('.')
    return [head, by.split('.')[1], signature].join('.')
  }
  expect(await answersTo(swapped(one.token, other.token), swapped(one.oauth2, other.oauth2))).toEqual(refused)
})

test('a section token works for no user call, a user token for no section call and no socket', async () => {
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
test('a caller without permission is not told what is wrong with the request', async () => {
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

/** What the account has left in the trail. */
function trailOf(account: string) {
  return database.db.select().from(trailLine).where(eq(trailLine.account, account)).orderBy(trailLine.seq)
}

const accounts = () => createAccounts(database, createPasswords(randomBytes, secrets.pepper), secrets.marks)
const ways: Record<string, (who: Awaited<ReturnType<typeof opener>>) => Promise<unknown>> = {
  'when the role is taken away': ({ userName }) => accounts().setRole(userName, 'supervisor'),
  'when the account is disabled': ({ userName }) => accounts().disable(userName),
  'by logging out everywhere, at another device and node': async ({ userName }) => {
    const { token } = await testLogin(fixture.hall.http, userName)
    await post(nodes[1] ?? '', calls.logoutAll.path, null, bearer(token))
  },
  'by logging out': ({ token }) => post(nodes[1] ?? '', calls.logout.path, null, bearer(token)),
}

test.concurrent.each(Object.keys(ways))(
  '[ACC-12] [TRL-2] a login ends %s: no command passes, its sockets close within five seconds on every node',
  async (way) => {
    const who = await opener()
    const sockets = await Promise.all(nodes.map((url) => openSocket(url, who.oauth2)))
    expect(sockets.map(({ answer }) => answer)).toEqual(['connected', 'connected'])
    for (const url of nodes) expect(await inSection(url, who.oauth2)).toBe(200)
    await ways[way]?.(who)
    const began = performance.now()
    // The node that ended the login has closed its socket; another has, too, or refuses the first command.
    const first = await Promise.all(sockets.map(({ command }) => command('EnterBidOpening')))
    const refusedBySocket = first.filter((code) => code === 'session-expired').length
    expect(first.filter((code) => code === 'ended').length + refusedBySocket).toBe(nodes.length)
    for (const url of nodes) {
      const { status } = await post(url, calls.startJieMi.path, { LimitJmTime: 5 }, bearer(who.oauth2))
      expect(status).toBe(401)
    }
    await Promise.all(sockets.map(({ ended }) => ended))
    expect(performance.now() - began).toBeLessThan(5000)
    await sleep(5000 - (performance.now() - began))
    for (const url of nodes) {
      expect([await asUser(url, who.token), await inSection(url, who.oauth2)]).toEqual([401, 401])
      expect((await openSocket(url, who.oauth2)).answer).toBe('session-expired')
    }
    const { status } = await post(nodes[0] ?? '', calls.refresh.path, { refreshToken: who.refreshToken })
    expect(status).toBe(401)
    const lines = await trailOf(who.userName)
    const commands = lines.filter(({ what }) => what === 'startJieMi')
    expect(commands).toHaveLength(nodes.length)
    const bySocket = lines.filter(({ what }) => what === 'EnterBidOpening')
    // A socket may close before it brings the answer of a command that was refused.
    expect(bySocket.length).toBeGreaterThanOrEqual(refusedBySocket)
    expect(bySocket.length).toBeLessThanOrEqual(nodes.length)
    const line = {
      kind: 'command-refused',
      section: session,
      code: 'session-expired',
      role: expect.any(String),
    }
    for (const command of [...commands, ...bySocket]) expect(command).toMatchObject(line)
  },
)

test('[TRL-2] a connection that is cut for what it sends leaves a line', async () => {
  const who = await opener()
  const socket = await openSocket(nodes[0] ?? '', who.oauth2)
  for (let i = 0; i < 150; i += 1) socket.send('unknown', { i })
  await socket.ended
  const cut = { kind: 'limit', what: 'socket', code: 'too-many-requests', section: session, role: 'opener' }
  const isThere = async () =>
    expect(await trailOf(who.userName)).toContainEqual(
      expect.objectContaining({ ...cut, detail: 'it was refused too often' }),
    )
  await vi.waitFor(isThere, { timeout: 10_000, interval: 500 })
})

test('[LIM-4] a connection that asks for one more namespace gets an answer, and fails nowhere', async () => {
  const { token, oauth2 } = await opener()
  const socket = await openSocket(fixture.hall.http.url, oauth2)
  expect(socket.answer).toBe('connected')
  expect(await socket.also(sectionListNamespace, token)).toBe('connected')
  expect(await socket.also(watchNamespace, token)).toBe('forbidden')
  socket.close()
})

test('another user’s login stays when one ends', async () => {
  const [leaves, stays] = [await opener(), await opener()]
  await fixture.hall.http.call('logoutAll', { token: leaves.token })
  expect(await asUser(fixture.otherUrl, stays.token)).toBe(200)
})

test('renewing a login renews its section authorizations, and those of no other login', async () => {
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

test('[TRL-3] a reused refresh token ends the login on every node, unless it is a retry under the same key', async () => {
  const who = await opener()
  const asked = { body: { refreshToken: who.refreshToken }, key: crypto.randomUUID() }
  await fixture.hall.http.call('refresh', asked)
  const again = await fixture.hall.http.call('refresh', asked)
  const attempt = await openSocket(fixture.otherUrl, who.oauth2)
  const stolen = await post(fixture.otherUrl, calls.refresh.path, { refreshToken: who.refreshToken })
  expect(stolen.status).toBe(401)
  const ended = { kind: 'revoked', code: 'refresh-token-reused', login: who.refreshToken.split('.')[0] }
  expect(await trailOf(who.userName)).toContainEqual(expect.objectContaining(ended))
  await attempt.ended
  const { status } = await post(nodes[0] ?? '', calls.refresh.path, { refreshToken: again.refreshToken })
  expect(status).toBe(401)
})

test.each(['', 'x', 'x.y', `${crypto.randomUUID()}.y`, "'; drop table login; --.x"])(
  'a login is not renewed by %o',
  async (refreshToken) => {
    expect((await post(nodes[0] ?? '', calls.refresh.path, { refreshToken })).status).toBe(401)
  },
)

test('[KEY-4] [TRL-2] the wrapping key is changed under running nodes and leaves a line: logins go on, and so do old and new sections', async () => {
  const { hall, otherUrl, databaseUrl } = fixture
  const before = await opener()
  const keyPath = ownKeyFile(hall.dataDir)
  const former = readFileSync(keyPath)
  const place = { HOST: '127.0.0.1', TEST_ACCOUNTS: '1', DATA_DIR: hall.dataDir, DATABASE_URL: databaseUrl }
  const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/rotate-keys.js'], {
    env: { ...process.env, ...place },
  })
  expect(stdout).toMatch(/^\d+ secrets were wrapped anew\./)
  expect(readFileSync(keyPath)).not.toEqual(former)
  const { id: keyId } = createLocalKey(readFileSync(keyPath))
  const rotated = { kind: 'setting-changed', what: 'rotate-keys', role: 'system' }
  expect(await trailOf('system')).toContainEqual(
    expect.objectContaining({ ...rotated, detail: expect.stringMatching(`^key ${keyId}, \\d+ secrets$`) }),
  )
  const published = await publishFor(hall, [], 60)
  await hall.clock.leapTo(published.opensAt)
  session = published.session
  const after = await opener()
  for (const { token, oauth2 } of [before, after]) {
    expect([await asUser(otherUrl, token), await inSection(otherUrl, oauth2)]).toEqual([200, 200])
    expect(await inSection(hall.http.url, oauth2)).toBe(200)
  }
  const { rows } = await database.pool.query(
    "select distinct split_part(wrapped, '.', 2) as id from section_key",
  )
  expect(rows).toEqual([{ id: keyId }])
  // The first start has told of the former one.
  const started = { kind: 'setting-changed', what: 'wrapping-key', detail: createLocalKey(former).id }
  expect(await trailOf('system')).toContainEqual(expect.objectContaining(started))

  const ending = await promisify(execFile)(process.execPath, ['dist/server/rotate-keys.js', '--end-logins'], {
    env: { ...process.env, ...place },
  })
  expect(ending.stdout).toMatch(/^[1-9]\d* logins were ended\.$/m)
  for (const { token } of [before, after])
    await expect.poll(() => asUser(otherUrl, token), { timeout: 10_000 }).toBe(401)
})
