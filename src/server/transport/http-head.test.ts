import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ok } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import { calls as allCalls } from '#protocol/calls.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { refuse } from '../refusal.ts'
import { createApp } from './app.ts'
import { servePages } from './pages.ts'
import { mountCalls } from './rest.ts'

const compressions = vi.hoisted(() => ({ count: 0 }))
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>()
  const counted =
    <A extends unknown[], R>(compress: (...input: A) => R) =>
    (...input: A): R => {
      compressions.count += 1
      return compress(...input)
    }
  return { ...zlib, gzipSync: counted(zlib.gzipSync), deflateRawSync: counted(zlib.deflateRawSync) }
})

const open = { method: 'GET', auth: 'none', summary: '' } as const
const binary = { response: z.unknown(), produces: 'application/pdf' } as const

const calls = {
  plain: { ...open, path: '/api/plain', response: z.string() },
  limited: { ...open, path: '/api/limited', response: z.string() },
  made: { ...open, path: '/api/made', ...binary },
  streamed: { ...open, path: '/api/streamed', ...binary },
  guarded: { ...open, path: '/api/guarded', auth: 'user', response: z.string() },
  checked: {
    ...open,
    path: '/api/checked',
    query: z.strictObject({ id: z.uuid() }),
    response: z.string(),
  },
  missing: { ...open, path: '/api/missing', response: z.string() },
  once: { ...open, path: '/api/once', unsafe: true, response: z.string() },
  command: { ...open, path: '/api/command', method: 'POST', response: z.string() },
} as const satisfies Record<string, Call>

/** How many calls are let through. */
const passing = { left: Number.POSITIVE_INFINITY }

/** Names of the calls whose handlers ran. */
const asked: string[] = []
const streams: Readable[] = []

const answering = (name: string, value: () => unknown) => async () => {
  asked.push(name)
  return ok(value())
}
const done = () => 'done'
const download = (content: Uint8Array | Readable) => ({
  fileName: '一览表.pdf',
  mediaType: 'application/pdf',
  content,
})

const handlers = {
  plain: answering('plain', done),
  limited: answering('limited', done),
  made: answering('made', () => download(new Uint8Array(5))),
  streamed: answering('streamed', () => {
    const content = Readable.from(['read', 'to', 'its', 'end'])
    streams.push(content)
    return download(content)
  }),
  guarded: answering('guarded', done),
  checked: answering('checked', done),
  missing: async () => refuse('not-found'),
  once: answering('once', done),
  command: answering('command', done),
}

const services = {
  authenticator: {
    authenticate: async (token: string) =>
      token === 'mine' ? ok({ login: { actor: { id: 'one' } }, sessionId: null }) : refuse('unauthenticated'),
  },
  platform: {},
  trail: noTrailHooks,
  budgets: { ask: () => 0, askFrom: () => (passing.left-- > 0 ? 0 : 1) },
  session: async () => null,
  standing: async () => null,
} as unknown as Parameters<typeof mountCalls>[3]

let app: Awaited<ReturnType<typeof createApp>>
let folder: string

/** Its title tries to end the element that it is in. */
const region = { variant: { title: { zh: '</script><b>', en: 'Hall' } } }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibiao-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/a.js'), 'export {}\n')
  await writeFile(join(folder, 'assets/a.js.br'), 'compressed')
  await writeFile(
    join(folder, 'index.html'),
    '<title>__TITLE__</title><style nonce="__CSP_NONCE__"></style><script id="region">"__REGION__"</script>',
  )
  app = await createApp(pino({ level: 'silent' }))
  mountCalls(app, calls, handlers, services)
  await servePages(app, folder, () => region)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const both = async (url: string, headers: Record<string, string> = {}) => ({
  get: await app.inject({ method: 'GET', url, headers }),
  head: await app.inject({ method: 'HEAD', url, headers }),
})

/** Headers without the values that differ between answers. */
function lasting(headers: Readonly<Record<string, unknown>>) {
  return { ...headers, date: '', 'content-security-policy': '' }
}

/* RFC 9110, section 9.3.2. */
describe('HEAD is answered as GET is, without a body', () => {
  test.each([
    ['a screen', '/', 200],
    ['a screen further down', '/section/1', 200],
    ['a static file', '/assets/a.js', 200],
    ['no such static file', '/assets/b.js', 404],
    ['no such call', '/api/none', 404],
    ['the API description', '/api/openapi.json', 200],
    ['the API page', '/api/docs', 200],
    ['a call', '/api/plain', 200],
    ['a report', '/api/made', 200],
    ['a refusal', '/api/missing', 404],
    ['a malformed query', '/api/checked?id=1', 400],
    ['a call without authorization', '/api/guarded', 401],
  ])('%s', async (_what, url, status) => {
    const { get, head } = await both(url)
    expect([get.statusCode, head.statusCode]).toEqual([status, status])
    expect(head.rawPayload.byteLength).toBe(0)
    expect(lasting(head.headers)).toEqual(lasting(get.headers))
  })

  test('a stored file, which is not read', async () => {
    const { get, head } = await both('/api/streamed')
    expect([get.statusCode, get.body]).toEqual([200, 'readtoitsend'])
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-disposition']).toBe(get.headers['content-disposition'])
    expect(head.headers['content-type']).toBe('application/pdf')
    expect(head.headers['content-length']).toBeUndefined()
    expect(streams.map((stream) => [stream.readableDidRead, stream.destroyed])).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('a call with authorization', async () => {
    const { get, head } = await both('/api/guarded', { authorization: 'Bearer mine' })
    expect([get.statusCode, head.statusCode]).toEqual([200, 200])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })
})

test.each([
  ['br, gzip', 'br', 'compressed'],
  ['gzip', undefined, 'export {}\n'],
  ['identity', undefined, 'export {}\n'],
])(
  'a browser that takes %s gets the file as the build has compressed it for it',
  async (accepted, encoding, body) => {
    const answer = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': accepted } })
    expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body])
    expect(answer.headers.vary?.toLowerCase()).toContain('accept-encoding')
    expect(answer.headers['content-type']).toMatch(/javascript/)
  },
)

test('the page has the region’s name and settings, and no text of theirs ends an element', async () => {
  const { body, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'identity' } })
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(body).toContain('<title>&#60;/script&#62;&#60;b&#62;</title>')
  const [, json = ''] = /<script id="region">(.*)<\/script>$/.exec(body) ?? []
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual(region)
})

test('[LIM-11] the page is compressed for browsers that take it, and each time with another nonce', async () => {
  const nonceIn = (text: string) => /nonce="([^"]+)"/.exec(text)?.[1] ?? ''
  const pages = new Set<string>()
  compressions.count = 0
  for (const url of ['/', '/hall', '/hall?page=2', '/', '/section/1']) {
    const asked = { url, headers: { 'accept-encoding': 'gzip, br' } }
    const { rawPayload, headers } = await app.inject(asked)
    expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept-encoding'])
    const text = gunzipSync(rawPayload).toString()
    const plain = (await app.inject({ url, headers: { 'accept-encoding': 'identity' } })).body
    expect(text.replaceAll(nonceIn(text), '')).toBe(plain.replaceAll(nonceIn(plain), ''))
    expect(headers['content-security-policy']).toContain(`'nonce-${nonceIn(text)}'`)
    pages.add(text)
  }
  expect(pages.size).toBe(5)
  // In two parts.
  expect(compressions.count).toBeLessThanOrEqual(2)
})

test('search engines are sent to the home page alone', async () => {
  const { body, headers } = await app.inject({ url: '/robots.txt' })
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toContain('Disallow: /\n')
})

test('a file is sent so that nothing in it can run in the hall’s name', async () => {
  const { headers } = await app.inject({ url: '/api/made' })
  expect(headers['content-security-policy']).toMatch(/^sandbox;/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  ['417', 'Expect: nothing-known'],
  ['431', `X-Long: ${'a'.repeat(40_000)}`],
  ['400', 'no header'],
])('an answer of the protocol itself, %s, has the usual headers', async (status, header) => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('error', () => {}).on('data', (data) => (heard += String(data)))
  socket.write(`GET /api/plain HTTP/1.1\r\nHost: hall\r\n${header}\r\n\r\n`)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(heard).toContain(`HTTP/1.1 ${status} `)
  expect(heard.toLowerCase()).toContain("content-security-policy: default-src 'none'")
  expect(heard.toLowerCase()).toContain('x-content-type-options: nosniff')
})

test('HEAD runs a call’s handler once', async () => {
  asked.length = 0
  await app.inject({ method: 'HEAD', url: '/api/made' })
  expect(asked).toEqual(['made'])
})

test('HEAD and GET of a call are limited together', async () => {
  passing.left = 3
  const statuses: number[] = []
  for (const method of ['HEAD', 'GET', 'HEAD', 'HEAD', 'GET'] as const) {
    statuses.push((await app.inject({ method, url: '/api/limited' })).statusCode)
  }
  passing.left = Number.POSITIVE_INFINITY
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('a call that changes something does not answer HEAD', async () => {
  asked.length = 0
  expect((await app.inject({ method: 'HEAD', url: '/api/once' })).statusCode).toBe(404)
  expect((await app.inject({ method: 'HEAD', url: '/api/command' })).statusCode).toBe(404)
  expect(asked).toEqual([])
  const unsafe = Object.entries<Call>(allCalls).filter(([, call]) => call.unsafe)
  expect(unsafe.map(([name]) => name)).toEqual([
    'CreateObjectionAndReplyReport',
    'DownloadTouBiaoBaoZhengJinReport',
    'createCaReport',
    'createSignInReport',
    'ztbqdReport',
    'CreateZongHeDanJiaBaoJiaReport',
    'getSignQrImg',
    'CreateLiuBiaoReport',
    'createReportByGet',
    'CreateReportExcel',
    'getOauth2ByJyxtToken',
  ])
})
