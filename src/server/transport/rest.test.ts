import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ok } from '#lib/result.ts'
import type { Call } from '#protocol/call.ts'
import { calls as hallCalls } from '#protocol/calls.ts'
import { bidder } from '#test/domain/sample-actors.ts'
import { noTrailHooks } from '#test/support/no-trail.ts'
import { openFileStore } from '../files/file-store.ts'
import { readUpload } from '../files/upload.ts'
import { receiveAttachment } from '../objections/receive-attachment.ts'
import { refuse } from '../refusal.ts'
import { createApp } from './app.ts'
import { mountCalls } from './rest.ts'

const form = {
  method: 'POST',
  auth: 'user',
  summary: '',
  response: z.string(),
  form: z.strictObject({}),
} as const
const calls = {
  slow: { method: 'POST', path: '/api/slow', auth: 'none', summary: '', response: z.string() },
  file: { ...form, path: '/api/file' },
  attachment: { ...form, path: '/api/attachment' },
  ...byUser(hallCalls),
} as const satisfies Record<string, Call>

/** The hall's own calls by POST for whoever is logged in, without those that bring a file. */
function byUser(all: Readonly<Record<string, Call>>): Readonly<Record<string, Call>> {
  const found = Object.entries(all).filter(([, call]) => call.auth === 'user' && call.method === 'POST')
  return Object.fromEntries(found.filter(([, call]) => !call.form))
}

let answer: () => void = () => {}
let asked: () => void = () => {}
const isAsked = new Promise<void>((resolve) => (asked = resolve))
const isAnswered = new Promise<void>((resolve) => (answer = resolve))
const noted: string[] = []

const folder = await mkdtemp(join(tmpdir(), 'rest-'))
const files = await openFileStore(folder)
const decided: string[] = []
let isReading: () => void = () => {}
const login = { loginId: randomUUID(), actor: bidder(1), expiresAt: new Date(Date.now() + 60_000) }
/** What a read of the database finds; the cache has it for some seconds more. */
let hasEnded = false

const handlers = {
  ...Object.fromEntries(Object.keys(byUser(hallCalls)).map((name) => [name, async () => ok(name)])),
  async file({ request }: { request: FastifyRequest }) {
    const upload = await readUpload(request, files, {
      async check() {
        isReading()
        return ok(null)
      },
      inspect: async () => ok(null),
    })
    if (upload.ok) decided.push('file')
    return upload.ok ? ok('file') : upload
  },
  async attachment({ request }: { request: FastifyRequest }) {
    const kept = await receiveAttachment(
      request,
      async ({ name, content }) => {
        isReading()
        const { size, sha256 } = await files.put(content)
        return ok({ fileId: sha256, name: await name, kind: 'pdf', size, sha256 })
      },
      (sha256) => files.remove(sha256),
    )
    if (kept.ok) decided.push('attachment')
    return kept.ok ? ok('attachment') : kept
  },
  async slow() {
    asked()
    await isAnswered
    return refuse('forbidden')
  },
}

const services = {
  authenticator: {
    authenticate: async () => ok({ login, sessionId: null }),
    findLogin: async () => (hasEnded ? null : login),
  },
  platform: {},
  trail: { ...noTrailHooks, refused: async (_: unknown, __: unknown, code: string) => void noted.push(code) },
  budgets: { askFrom: () => 0, ask: () => 0, send: () => 0 },
  session: async () => null,
  standing: async () => null,
} as unknown as Parameters<typeof mountCalls>[3]

let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createApp(pino({ level: 'silent' }))
  mountCalls(app, calls, handlers, services)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('[TRL-2] a refusal leaves its line though nobody waits for the answer any more', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /api/slow HTTP/1.1\r\nHost: hall\r\nContent-Length: 0\r\n\r\n')
  await isAsked
  socket.destroy()
  await expect.poll(() => new Promise((count) => app.server.getConnections((_, n) => count(n)))).toBe(0)
  answer()
  await expect.poll(() => noted).toEqual(['forbidden'])
})

/** Begins to send a form with a file, and gives what sends its rest and answers with the code. */
async function beginUpload(path: string) {
  hasEnded = false
  const { port } = app.server.address() as AddressInfo
  const head = '--part\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF'
  const tail = '-1.7\r\n--part--\r\n'
  const reading = new Promise<void>((resolve) => (isReading = resolve))
  const socket: Socket = connect(port, '127.0.0.1')
  const headers = [
    ...[`POST ${path} HTTP/1.1`, 'Host: hall', 'Connection: close', 'Authorization: Bearer one'],
    ...['Content-Type: multipart/form-data; boundary=part', `Content-Length: ${head.length + tail.length}`],
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n${head}`)
  await reading
  return async (): Promise<string> => {
    socket.write(tail)
    const answer = await text(socket)
    return /"code":"([a-z-]+)"/.exec(answer)?.[1] ?? answer.split(' ')[1] ?? ''
  }
}

const stored = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f-]{36}/.test(name))

test.each(['file', 'attachment'] as const)(
  '[ACC-12] a form read as %s whose login ends while it is sent is refused, and nothing of it is kept',
  async (name) => {
    const ended = await beginUpload(`/api/${name}`)
    hasEnded = true
    expect(await ended()).toBe('session-expired')
    expect([await stored(), decided.splice(0)]).toEqual([[], []])
    const going = await beginUpload(`/api/${name}`)
    expect(await going()).toBe('200')
    expect([(await stored()).length, decided.splice(0)]).toEqual([1, [name]])
    for (const file of await stored()) await rm(join(folder, file))
  },
)

test('[ACC-12] what a login changes by POST is refused once it has ended, though this node still has it in memory', async () => {
  hasEnded = true
  const refused = await Promise.all(
    Object.entries(byUser(hallCalls)).map(async ([name, { path }]) => {
      const answer = await app.inject({ method: 'POST', url: path, headers: { authorization: 'Bearer one' } })
      return answer.json().code === 'session-expired' ? [name] : []
    }),
  )
  hasEnded = false
  expect(refused.flat().sort()).toEqual([
    ...['editLastProjectType', 'getProjectAuthorization', 'logout', 'logoutAll'],
  ])
})
