import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { Server, type Socket as ServerSocket } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ok } from '#lib/result.ts'
import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { opener, supervisor } from '#test/domain/sample-actors.ts'
import { noSocketTrail } from '#test/support/no-trail.ts'
import type { Database } from '../db/database.ts'
import { createCallBudgets } from './call-budgets.ts'
import { guardConnections } from './connection-guard.ts'
import { socketLimits } from './limit-table.ts'
import type { SectionChange } from './section-list-changes.ts'
import { sendHints, serveSectionListChannel } from './section-list-channel.ts'
import { createSocketWriter } from './socket-writer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The section list’s namespace with an authenticator that accepts every token. */
async function startChannel() {
  const http = createServer()
  const server = new Server(http)
  const login = { loginId: 'one', expiresAt: new Date(), actor: opener }
  const guards = guardConnections(server, Date.now, pino({ level: 'silent' }))
  const channel = serveSectionListChannel(server, guards, {
    authenticator: {
      authenticate: async () => ok({ login, sessionId: null }),
      findLogin: async () => login,
      activeAmong: async (ids) => new Set(ids),
    },
    log: { onAppended: () => () => undefined, state: async () => null },
    database: {} as Database,
    budgets: createCallBudgets(() => 0),
    trail: noSocketTrail,
    addressOf: () => '',
    clock: Date.now,
    logger: pino({ level: 'silent' }),
    seesCount: () => false,
  })
  closing.push(() => server.close(), channel.close)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}${sectionListNamespace}`
}

async function connect(url: string, version?: number): Promise<string> {
  return (await opened(url, version)).outcome
}

function opened(url: string, version?: number): Promise<{ outcome: string; socket: Socket }> {
  const auth = { token: 't', ...(version !== undefined && { version }) }
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  closing.push(() => socket.disconnect())
  return new Promise((resolve) => {
    socket.on('connect', () => resolve({ outcome: 'in', socket }))
    socket.on('connect_error', ({ message }) => resolve({ outcome: message, socket }))
  })
}

test('[VER-1] a client of another wire version is refused by the section list’s channel', async () => {
  const url = await startChannel()
  expect(await connect(url, wireVersion)).toBe('in')
  expect(await connect(url, wireVersion + 1)).toBe(wireVersionRefused)
  expect(await connect(url)).toBe(wireVersionRefused)
})

test('[LIM-1] reconnecting renews no budget: admissions count by login', async () => {
  const url = await startChannel()
  const outcomes = new Map<string, number>()
  for (let i = 0; i < socketLimits.admission.login + 3; i++) {
    const { outcome, socket } = await opened(url, wireVersion)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    socket.disconnect()
  }
  expect(outcomes).toEqual(
    new Map([
      ['in', socketLimits.admission.login],
      ['too-many-requests', 3],
    ]),
  )
})

test('[SLW-1] a viewer of the section list who stops reading is closed before much waits for them', async () => {
  const http = createServer()
  const server = new Server(http)
  closing.push(() => server.close())
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  const joined = new Promise<ServerSocket>((resolve) =>
    server.of(sectionListNamespace).on('connection', resolve),
  )
  const reader = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`)
  closing.push(() => reader.terminate())
  const hints: string[] = []
  reader.on('message', (data: Buffer) => hints.push(String(data)))
  reader.on('open', () => reader.send(`40${sectionListNamespace},`))
  const socket = await joined
  const viewer = { actor: supervisor, shown: new Map<string, string>(), writer: createSocketWriter(socket) }
  const tell = () => sendHints([viewer], manyChanges, { enrolled: () => true, seesCount: () => true })
  tell()
  await expect.poll(() => hints.some((text) => text.startsWith('42/hall,["changed",{"sections":'))).toBe(true)
  reader.pause()
  let most = 0
  for (let i = 0; i < 3000 && socket.connected; i++) {
    tell()
    const { writeBuffer } = socket.conn as unknown as { writeBuffer: readonly unknown[] }
    most = Math.max(most, writeBuffer.length)
    // One after another: together they would fill even a connection that takes nothing else.
    await sleep(1)
  }
  await expect.poll(() => socket.connected).toBe(false)
  expect(most).toBeLessThan(10)
})

const manyChanges: readonly SectionChange[] = Array.from({ length: 200 }, () => ({
  section: {
    ...{ id: crypto.randomUUID(), agencyCode: null, opensAt: null },
    ...{ bidderCount: 0, enrolled: 0, shown: '' },
  },
  listed: true,
  counted: false,
  enrolledBefore: null,
}))
