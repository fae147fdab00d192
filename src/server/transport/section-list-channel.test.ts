import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { sectionListNamespace } from '#protocol/socket/changed.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { opener } from '#test/domain/sample-actors.ts'
import { noSocketTrail } from '#test/support/no-trail.ts'
import type { Database } from '../db/database.ts'
import { guardConnections } from './connection-guard.ts'
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
    log: { onAppended: () => () => undefined },
    database: {} as Database,
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

function connect(url: string, version?: number): Promise<string> {
  const auth = { token: 't', ...(version !== undefined && { version }) }
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  closing.push(() => socket.disconnect())
  return new Promise((resolve) => {
    socket.on('connect', () => resolve('in'))
    socket.on('connect_error', ({ message }) => resolve(message))
  })
}

test('[VER-1] a client of another wire version is refused by the section list’s channel', async () => {
  const url = await startChannel()
  expect(await connect(url, wireVersion)).toBe('in')
  expect(await connect(url, wireVersion + 1)).toBe(wireVersionRefused)
  expect(await connect(url)).toBe(wireVersionRefused)
})
