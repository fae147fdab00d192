import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { noSocketTrail } from '#test/support/no-trail.ts'
import type { Database } from '../db/database.ts'
import { createCallBudgets } from './call-budgets.ts'
import { guardConnections } from './connection-guard.ts'
import { socketLimits } from './limit-table.ts'
import { serveSectionListChannel } from './section-list-channel.ts'

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
