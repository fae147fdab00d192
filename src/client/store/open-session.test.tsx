import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { tokens } from '#client/auth/tokens.ts'
import { alarms } from '#client/net/alarms.ts'
import { accessCalls } from '#protocol/calls/access.ts'
import { wireVersionRefused } from '#protocol/socket/messages.ts'
import { type SectionServer, type SectionServerOptions, serveSection } from '#test/client/section-server.ts'
import { foldFor, session, viewers } from '#test/support/opening-log.ts'
import { openSession, type RunningSession } from './open-session.ts'
import { preferencesStore } from './preferences.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'

const viewer = viewers[2] as (typeof viewers)[number]
const command = { type: 'StartDecryption', payload: { limitMinutes: 30 } } as const

let server: SectionServer
let store: SessionStore
let running: RunningSession

/** Opens the section; the socket is not connected yet. */
function open(options: SectionServerOptions = {}): void {
  server = serveSection({ head: 30, viewer, ...options })
  store = createSessionStore()
  running = openSession(session, store, 5000)
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const status = () => store.getState().connection.status
const seqs = () => [...store.getState().entries].map(({ seq }) => seq)
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The store equals the server's log, as far as the viewer may see it. */
function expectAllOfIt(): void {
  expect(store.getState().state).toEqual(foldFor(viewer, server.log()))
}

/** No timer, request or listener is left, and later messages are ignored. */
async function expectNothingLeft(): Promise<void> {
  const last = store.getState()
  await pass(0)
  expect(vi.getTimerCount()).toBe(0)
  expect(server.waiting.size).toBe(0)
  expect(server.listeners()).toBe(0)
  expect(server.socket.connected).toBe(false)
  expect(listening()).toEqual([])
  const asked = server.asked.length
  server.goOn()
  server.beat()
  await pass(120_000)
  expect(server.asked).toHaveLength(asked)
  expect(store.getState()).toEqual(last)
}

type Listener = readonly [target: unknown, type: string, listener: unknown]
/** The listeners on document, window and preferences. */
let listeners: readonly Listener[] = []
const listening = () => listeners.map(([, type]) => type)

const isSame = (one: Listener, other: Listener) => one.every((part, index) => part === other[index])
function begin(listener: Listener): void {
  end(listener)
  listeners = [...listeners, listener]
}
function end(listener: Listener): void {
  listeners = listeners.filter((other) => !isSame(listener, other))
}

function watchPage(): void {
  const { subscribe } = preferencesStore
  vi.spyOn(preferencesStore, 'subscribe').mockImplementation((listener) => {
    const unsubscribe = subscribe(listener)
    begin([preferencesStore, 'preferences', listener])
    return () => {
      end([preferencesStore, 'preferences', listener])
      unsubscribe()
    }
  })
  for (const target of [document, window]) {
    const { addEventListener, removeEventListener } = target
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (...given: Parameters<typeof addEventListener>) => {
        begin([target, given[0], given[1]])
        addEventListener.apply(target, given)
      },
    )
    vi.spyOn(target, 'removeEventListener').mockImplementation(
      (...given: Parameters<typeof removeEventListener>) => {
        end([target, given[0], given[1]])
        removeEventListener.apply(target, given)
      },
    )
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 1) })
  listeners = []
  watchPage()
})

afterEach(() => {
  running.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('opening', () => {
  test('a section is catching up until the socket is accepted, then live with all entries', async () => {
    open()
    expect(status()).toBe('catching-up')
    server.accept()
    await pass(0)
    expect(status()).toBe('live')
    expect(server.heard).toEqual([{ kind: 'sub', body: { session, epoch: '', after: 0 } }])
    expect(seqs()).toEqual(upTo(1, 30))
    expectAllOfIt()
    server.goOn(2)
    await pass(100)
    expect(seqs()).toEqual(upTo(1, 32))
    expectAllOfIt()
    expect(store.getState()).toMatchObject({ from: 1, base: null, earlier: 'none', broken: null })
  })

  test('the clock is known from the server’s answers without a socket', async () => {
    open()
    await pass(8000)
    expect(store.getState()).toMatchObject({ offset: 0, clockError: 0 })
  })

  test('[SNP-2] a late client gets a snapshot and later entries; earlier ones are read on demand', async () => {
    open({ snapshotAt: 20 })
    server.accept()
    await pass(300)
    expect(store.getState()).toMatchObject({ from: 21, earlier: 'more', base: { seq: 20 } })
    expect(seqs()).toEqual(upTo(21, 30))
    expectAllOfIt()
    running.loadEarlier()
    await pass(0)
    expect(store.getState()).toMatchObject({ from: 1, earlier: 'none' })
    expect(seqs()).toEqual(upTo(1, 30))
    expectAllOfIt()
  })
})

describe('[ALM-6] nothing more is let through once entries that are read back', () => {
  async function readsBack() {
    server.accept()
    await pass(300)
    expect(store.getState()).toMatchObject({ alarm: null, state: { seq: 30 } })
    running.loadEarlier()
    await pass(0)
    server.goOn(2)
    await pass(5000)
    expect(store.getState()).toMatchObject({ earlier: 'broken', state: { seq: 30 } })
    expect(seqs()).toEqual(upTo(21, 30))
    return store.getState().alarm
  }

  test('contradict what was seen', async () => {
    alarms.keepHead(session, { epoch: 'A', seq: 14, hash: 'f'.repeat(64) })
    open({ snapshotAt: 20 })
    expect(await readsBack()).toMatchObject({ reason: 'forked', seen: { seq: 14 } })
  })

  test('[SNP-4] were changed under their hash', async () => {
    open({ snapshotAt: 20 })
    server.rest.changed = (json) => json.replace('"role":"opener"', '"role":"bidder"')
    expect(await readsBack()).toMatchObject({ reason: 'broken' })
    // For a reload.
    expect(alarms.alarm(session)).toEqual(store.getState().alarm)
  })
})

describe('[LEV-1] leaving leaves no timer, request, socket or listener behind', () => {
  test('while it is live', async () => {
    open()
    server.accept()
    await pass(6000)
    expect(status()).toBe('live')
    expect(listening()).not.toEqual([])
    running.close()
    await expectNothingLeft()
  })

  test('while it is polled', async () => {
    open()
    await pass(12_000)
    expect(status()).toBe('polling')
    running.close()
    await expectNothingLeft()
  })

  test('while requests wait, a page is read and a command is on its way', async () => {
    open()
    server.rest.mode = 'hangs'
    await pass(4000)
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    expect(server.waiting.size).toBeGreaterThan(0)
    running.loadEarlier()
    const sent = running.send(command)
    await pass(0)
    running.close()
    await expectNothingLeft()
    expect(await sent).toMatchObject({ ok: false, error: { code: 'offline' } })
  })

  test('while the client waits to reconnect to a server that refused it', async () => {
    open()
    server.refuse('session-expired')
    await pass(100)
    running.close()
    await expectNothingLeft()
    expect(server.attempts()).toBe(1)
  })
})

describe('switching between socket and polls', () => {
  test('[CON-1] without its socket a section is polled; when it is back nothing is missing or doubled', async () => {
    open()
    server.accept()
    await pass(1000)
    server.drop()
    await pass(0)
    expect(status()).toBe('catching-up')
    server.goOn(3)
    await pass(12_000)
    expect(status()).toBe('polling')
    expect(seqs()).toEqual(upTo(1, 33))
    expectAllOfIt()
    server.goOn(2)
    server.accept()
    await pass(100)
    expect(server.heard.at(-1)).toMatchObject({ kind: 'sub', body: { epoch: 'A', after: 32 } })
    expect(status()).toBe('live')
    expect(seqs()).toEqual(upTo(1, 35))
    expectAllOfIt()
    // On a live socket only the clock is polled.
    server.asked.length = 0
    for (let beat = 0; beat < 8; beat += 1) {
      await pass(5000)
      server.beat()
    }
    expect(new Set(server.asked)).toEqual(new Set(['getServerTimeNoauth']))
  })

  test('without socket and REST it is offline until the first answer', async () => {
    open()
    server.accept()
    await pass(1000)
    server.drop()
    server.rest.mode = 'fails'
    server.goOn(2)
    await pass(20_000)
    expect(status()).toBe('offline')
    expect(seqs()).toEqual(upTo(1, 30))
    server.rest.mode = 'answers'
    await pass(60_000)
    expect(status()).toBe('polling')
    expectAllOfIt()
  })

  test('a command goes by socket while it is live, and by REST without it', async () => {
    open()
    server.accept()
    await pass(0)
    expect(await running.send(command)).toEqual({ ok: true, value: 30 })
    expect(server.heard.filter(({ kind }) => kind === 'cmd')).toHaveLength(1)
    expect(server.asked).not.toContain('submitCommand')
    server.drop()
    server.goOn()
    const sent = running.send(command)
    await pass(1000)
    expect(await sent).toEqual({ ok: true, value: 31 })
    expect(server.asked).toContain('submitCommand')
    // Its answer shows that the log has grown.
    await pass(0)
    expectAllOfIt()
  })
})

test('the tabs of one user in a section take turns to speak, not those of different users', () => {
  const request = vi.fn(async (_name: string) => undefined)
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
  preferencesStore.setState({ soundAllowed: true, muted: false })
  const who = { userType: 1, userName: 'u', ShowName: 'u' }
  for (const [role, userCode] of [
    ['opener', 'one'],
    ['opener', 'one'],
    ['bidder', 'other'],
  ] as const) {
    loginStore.setState({ who: { ...who, role, userCode } })
    open()
    running.close()
  }
  const [first, again, other] = request.mock.calls.map(([name]) => name)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  loginStore.setState({ who: null })
  preferencesStore.setState({ soundAllowed: false })
})

describe('refusals', () => {
  test('[RET-2] a refused authorization is renewed, and the client reconnects with it', async () => {
    const lasting = btoa(JSON.stringify({ login: 'l', iat: 0, exp: 600 }))
    tokens.begin({ token: `x.${lasting}.y`, refreshToken: 'r' })
    open()
    server.refuse('session-expired')
    await pass(0)
    expect(server.asked).toContain(accessCalls.refresh.path.split('/').at(-1))
    await pass(5000)
    expect(server.attempts()).toBe(2)
    server.accept()
    await pass(0)
    expect(status()).toBe('live')
    expectAllOfIt()
  })

  test('a client that may not read the section is dropped at each subscription and reconnects ever later', async () => {
    open()
    server.rest.mode = 'refuses'
    const dropped: number[] = []
    server.socket.emit = () => {
      dropped.push(Date.now())
      server.dismiss()
    }
    server.accept()
    for (let second = 0; second < 300; second += 1) {
      const before = server.attempts()
      await pass(1000)
      if (server.attempts() > before) server.accept()
    }
    expect(status()).toBe('offline')
    expect(store.getState().state.seq).toBe(0)
    expect(dropped.length).toBeGreaterThan(5)
    expect(dropped.length).toBeLessThan(25)
  })

  test('[VER-1] with another version of the wire everything stops, and the page is outdated', async () => {
    open()
    server.refuse(wireVersionRefused)
    await pass(0)
    expect(store.getState().outdated).toBe(true)
    const asked = server.asked.length
    await pass(120_000)
    expect(server.asked).toHaveLength(asked)
    expect(server.attempts()).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('errors', () => {
  test('[VER-2] a message that does not fit the protocol is dropped, and the next ones are applied', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open()
    server.accept()
    await pass(0)
    server.sendUnchecked('events', { epoch: 'A', from: 31, to: 31, head: 31, entries: [{ seq: 'one' }] })
    server.goOn()
    await pass(100)
    expect(complaint).toHaveBeenCalledTimes(1)
    expect(status()).toBe('live')
    expectAllOfIt()
  })

  test('[EVT-3] entries from a broken link on are not applied, and the break is reported', async () => {
    open({ head: 10 })
    server.accept()
    await pass(0)
    server.say('events', {
      ...{ epoch: 'A', from: 11, to: 11, head: 11 },
      entries: [{ ...(store.getState().entries.at(4) as never as object), seq: 11 } as never],
    })
    await pass(100)
    expect(store.getState()).toMatchObject({ broken: 11 })
    expect(seqs()).toEqual(upTo(1, 10))
  })

  test('[EPO-1] a restored backup restarts the section', async () => {
    open()
    server.accept()
    await pass(0)
    server.drop()
    server.restore(12)
    server.accept()
    await pass(300)
    expect(seqs()).toEqual(upTo(1, 12))
    expectAllOfIt()
    expect(status()).toBe('live')
  })

  test('[HB-4] a dead connection is replaced by a new one', async () => {
    open()
    server.accept()
    await pass(60_000)
    expect(status()).toBe('polling')
    expect(server.attempts()).toBeGreaterThan(1)
  })
})
