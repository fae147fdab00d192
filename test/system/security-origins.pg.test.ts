import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallName, calls } from '#protocol/calls.ts'
import { accountOf, type Hall, openHall, publishFor } from './hall.ts'
import { expectLine } from './refusal-trail.ts'
import { bearer, openSocket, post, testLogin } from './security-fixture.ts'

/* What a page of another site can do, and the security headers of every answer. */

const evil = 'https://evil.example'
let hall: Hall
let url: string

beforeAll(async () => {
  hall = await openHall()
  url = hall.http.url
})
afterAll(() => hall.close())

describe('another site’s page', () => {
  test('can change nothing by any call, even with a token', async () => {
    const { userName } = await (await accountOf(hall, 'opener')).call('getSelf')
    const { token } = await testLogin(hall.http, userName)
    const wrong: string[] = []
    for (const name of Object.keys(calls) as CallName[]) {
      const { method, path } = calls[name]
      if (method === 'GET') continue
      for (const origin of [evil, 'null', 'http://localhost.evil.example']) {
        const answer = await post(url, path, {}, { ...bearer(token), origin })
        const { code } = await answer.json()
        if (answer.status !== 403 || code !== 'foreign-origin') wrong.push(`${name} from ${origin}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
    // Whose token it was, and for which of the calls.
    const supervisor = await accountOf(hall, 'supervisor')
    const refused = { account: userName, address: '127.0.0.1', code: 'foreign-origin' } as const
    await expectLine(supervisor, { ...refused, kind: 'command-refused', what: 'logoutAll' })
    await expectLine(supervisor, { ...refused, kind: 'upload-refused', what: 'submitBackupFile' })
    const form = new URLSearchParams({ UserCode: userName })
    const posted = await fetch(url + calls.getOauth1.path, {
      method: 'POST',
      body: form,
      headers: { origin: evil },
    })
    expect(posted.status).toBe(403)
    expect((await post(url, calls.logout.path, null, { ...bearer(token), origin: url })).status).toBe(200)
  })

  test('may never read an answer', async () => {
    for (const { path } of Object.values(calls)) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await fetch(url + path, { method, headers: { origin: evil } })
        expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null])
      }
    }
  })

  test('[TRL-2] can open no socket by either transport, even with an authorization, and leaves a line', async () => {
    const { session } = await publishFor(hall, [], 0)
    const { userName } = await (await accountOf(hall, 'opener')).call('getSelf')
    const { token } = await testLogin(hall.http, userName)
    const body = { bidProjGuid: session, dbGuid: session }
    const { oauth2 } = await hall.http.call('getProjectAuthorization', { token, body })
    const tryFrom = async (origin: string) => {
      const { answer, close } = await openSocket(url, oauth2, { origin })
      close()
      return answer
    }
    expect(await tryFrom(url)).toBe('connected')
    expect(await tryFrom('http://localhost:5173')).toBe('connected')
    expect(await tryFrom(evil)).not.toBe('connected')
    expect(await tryFrom('null')).not.toBe('connected')
    const polling = `${url}/socket.io/?EIO=4&transport=polling`
    expect((await fetch(polling, { headers: { origin: evil } })).status).toBe(403)
    expect((await fetch(polling, { headers: { origin: url } })).status).toBe(200)
    const refused = { kind: 'read-refused', what: 'connect', code: 'foreign-origin' } as const
    const supervisor = await accountOf(hall, 'supervisor')
    await expectLine(supervisor, { ...refused, account: 'unknown', address: '127.0.0.1', detail: '' })

    // Nor may a page of the hall read another section with it.
    const { session: other } = await publishFor(hall, [], 0)
    const reader = await openSocket(url, oauth2, { origin: url })
    reader.send('sub', { session: other, epoch: '', after: 0 })
    await reader.ended
    const account = userName
    await expectLine(supervisor, { ...refused, what: 'sub', code: 'forbidden', account, section: session })
  })
})

test('no address redirects to another host', async () => {
  const paths = [
    '//evil.example',
    '///evil.example/..',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/hall?to=//evil.example',
    '/?login&to=https://evil.example',
    '/assets//evil.example',
    '/api//evil.example',
    '/api/docs?url=https://evil.example',
  ]
  for (const path of paths) {
    const { status, location } = await raw('GET', path)
    // A redirect stays on this host if its path begins with one slash.
    if (status >= 300 && status < 400)
      expect([path, location]).toEqual([path, expect.stringMatching(/^\.?\/?\w/)])
  }
})

describe('every answer', () => {
  test('of every call forbids content sniffing', async () => {
    for (const { method, path } of Object.values(calls)) {
      const answer = await fetch(url + path, { method, ...(method === 'POST' ? { body: '{' } : {}) })
      hardened(`${method} ${path}`, Object.fromEntries(answer.headers))
    }
  })

  test.each([
    '/',
    '/hall',
    '/healthz',
    '/no/such/page',
    '/assets/none.js',
    '/api/none',
    '/api/docs',
    '/api/openapi.json',
    '/socket.io/',
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/?EIO=4&transport=carrier-pigeon',
    '/%',
  ])('to %s does too', async (path) => {
    const { headers } = await raw('GET', path)
    hardened(path, headers)
  })

  test('that reaches no call does too', async () => {
    hardened('a body too large', (await raw('POST', calls.getOauth1.path, 'x'.repeat(1_100_000))).headers)
    hardened('a body of no known type', (await raw('POST', calls.getOauth1.path, 'x')).headers)
    hardened('an unknown method', (await raw('DELETE', calls.getOauth1.path)).headers)
    hardened('what is no HTTP', await answerTo('GET / HTTP/1.1\r\nbroken\r\n\r\n'))
    const upgrade = (path: string, key = 'dGhlIHNhbXBsZSBub25jZQ==') =>
      answerTo(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nOrigin: ${url}\r\n\r\n`,
      )
    hardened('an upgrade to no transport', await upgrade('/socket.io/?EIO=4&transport=carrier-pigeon'))
    hardened(
      'an upgrade of an unknown session',
      await upgrade('/socket.io/?EIO=4&transport=websocket&sid=none'),
    )
    hardened('an upgrade of another protocol', await upgrade('/socket.io/?EIO=2&transport=websocket'))
    hardened(
      'another site’s upgrade',
      await answerTo(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n` +
          `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: ${evil}\r\n\r\n`,
      ),
    )
    hardened('an upgrade without a key', await upgrade('/socket.io/?EIO=4&transport=websocket', 'short'))
    hardened('headers without end', await answerTo(`GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`))
  })

  test('allows scripts only from our files, and styles only with its nonce', async () => {
    const first = await raw('GET', '/')
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/)
    expect(policy).toMatch(/style-src 'self' 'nonce-[^']+'/)
    expect((await raw('GET', '/')).headers['content-security-policy']).not.toBe(policy)
  })

  test('of a call is not cached', async () => {
    const answer = await fetch(url + calls.getPublicKey.path)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

function hardened(what: string, headers: Record<string, unknown>): void {
  const policy = String(headers['content-security-policy'])
  const broad = policy.split(';').filter((part) => {
    return /unsafe-(inline|eval)|\*/.test(part) && !/^\s*style-src-attr/.test(part)
  })
  expect([what, policy.includes('default-src'), broad]).toEqual([what, true, []])
  expect([what, /frame-ancestors '(none|self)'/.test(policy)]).toEqual([what, true])
  expect(headers, what).toMatchObject({
    'strict-transport-security': expect.stringMatching(/^max-age=[1-9]\d{6,}/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
}

/** A raw request, because fetch would normalize its path. */
function raw(method: string, path: string, body?: string) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number; location: string; headers: Record<string, unknown> }>((done, fail) => {
    const asked = request({ hostname, port, method, path }, (answer) => {
      answer.resume()
      const { statusCode = 0, headers } = answer
      done({ status: statusCode, location: headers.location ?? '', headers })
    })
    asked.on('error', fail)
    asked.end(body)
  })
}

/** The headers of the answer to invalid bytes. */
function answerTo(bytes: string): Promise<Record<string, string>> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', fail)
    socket.on('close', () => {
      const lines = text.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? []
      done(
        Object.fromEntries(
          lines.map((line) => line.split(': ')).map(([k = '', v = '']) => [k.toLowerCase(), v]),
        ),
      )
    })
  })
}
