import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { ok } from '#lib/result.ts'
import { wireVersion } from '#protocol/socket/messages.ts'
import { type Watched, type WatchedSection, watchDown, watchNamespace } from '#protocol/socket/watched.ts'
import { opener, supervisor } from '#test/domain/sample-actors.ts'
import { noSocketTrail } from '#test/support/no-trail.ts'
import { createCallBudgets } from './call-budgets.ts'
import { guardConnections } from './connection-guard.ts'
import { serveWatchChannel } from './watch-channel.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const ids = ['6f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d', '7f6b1d3a-7a59-4a55-9a3e-0f3f1a2b3c4d'] as const

/** The wall's namespace over a wall of two sections whose logs grow by `grow`. */
async function startChannel(actor: Actor = supervisor) {
  const http = createServer()
  const server = new Server(http)
  const seqs = new Map<string, number>(ids.map((id) => [id, 1]))
  const counted = { reads: 0 }
  let appended: (sessionId: string, seq: number) => void = () => undefined
  const sectionOf = (id: string): WatchedSection => ({
    ...{ id, code: '', name: '', opensAt: '2026-03-02T01:30:00.000Z', summary: null, last: null },
    seq: seqs.get(id) ?? 0,
  })
  const login = { loginId: 'one', expiresAt: new Date(), actor }
  const channel = serveWatchChannel(server, guardConnections(server, Date.now, pino({ level: 'silent' })), {
    authenticator: {
      authenticate: async () => ok({ login, sessionId: null }),
      activeAmong: async (logins) => new Set(logins),
    },
    log: {
      onAppended(listener) {
        appended = listener
        return () => undefined
      },
    },
    wall: {
      async read() {
        counted.reads += 1
        return { now: 1, ids: [...ids], more: 0, sections: ids.map(sectionOf) }
      },
      readAgain: async (asked) => [...asked].map(sectionOf),
    },
    budgets: createCallBudgets(() => 0),
    trail: noSocketTrail,
    addressOf: () => '',
    clock: Date.now,
    logger: pino({ level: 'silent' }),
  })
  closing.push(() => server.close(), channel.close)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}${watchNamespace}`
  return {
    channel,
    counted,
    grow(id: string) {
      const seq = (seqs.get(id) ?? 0) + 1
      seqs.set(id, seq)
      appended(id, seq)
    },
    watch: () => watch(url),
  }
}

async function watch(url: string) {
  const auth = { token: 't', version: wireVersion }
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false })
  closing.push(() => socket.disconnect())
  const heard: Watched[] = []
  socket.on('watched', (body: unknown) => heard.push(watchDown.watched.parse(body)))
  const outcome = await new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('in'))
    socket.on('connect_error', ({ message }) => resolve(message))
  })
  return { socket, heard, outcome }
}

const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBe(true), { timeout: 10_000 })

test('[WAL-4] a supervisor gets the whole wall, then a section that grows fast at most twice a second', async () => {
  const { watch, grow } = await startChannel()
  const [one, other] = [await watch(), await watch()]
  await until(() => one.heard.length > 0 && other.heard.length > 0)
  expect(one.heard[0]?.sections.map(({ id }) => id)).toEqual(ids)
  const begun = performance.now()
  while (performance.now() - begun < 1400) {
    grow(ids[1])
    await new Promise((later) => setTimeout(later, 20))
  }
  const grown = ({ heard }: typeof one) => heard.slice(1).filter(({ sections }) => sections.length > 0)
  expect(grown(one).length).toBeGreaterThan(0)
  expect(grown(one).length).toBeLessThan(4)
  for (const { sections } of grown(one)) expect(sections.map(({ id }) => id)).toEqual([ids[1]])
  await until(() => grown(other).length >= grown(one).length)
})

test('[WAL-4] while nobody watches nothing is read', async () => {
  const { counted, grow } = await startChannel()
  grow(ids[0])
  await new Promise((later) => setTimeout(later, 600))
  expect(counted.reads).toBe(0)
})

test('[WAL-1] nobody but a supervisor is let in', async () => {
  const { watch } = await startChannel(opener)
  expect((await watch()).outcome).toBe('forbidden')
})

test('[ACC-12] the end of a login closes its sockets to the wall', async () => {
  const { channel, watch } = await startChannel()
  const { socket } = await watch()
  const gone = new Promise<string>((resolve) => socket.on('disconnect', resolve))
  channel.drop('one')
  expect(await gone).toBe('io server disconnect')
})
