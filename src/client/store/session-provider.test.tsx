import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ok } from '#lib/result.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { openSession } from './open-session.ts'
import { preferencesStore } from './preferences.ts'
import {
  SessionProvider,
  useByServerClock,
  useCaption,
  useCountdown,
  useSend,
  useServerNow,
  useSession,
} from './session-provider.tsx'
import type { SessionStore } from './session-store.ts'

const sent: WireCommand[] = []
let running: { sessionId: string; store: SessionStore }[]

/** A section without a server: the test writes to its store. */
const open: typeof openSession = (sessionId, store) => {
  const session = { sessionId, store }
  running.push(session)
  return {
    async send(command) {
      sent.push(command)
      return ok(5)
    },
    progress$: NEVER,
    loadEarlier: () => undefined,
    close: () => {
      running = running.filter((other) => other !== session)
    },
  }
}

beforeEach(() => {
  running = []
  sent.length = 0
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  preferencesStore.getState().setLanguage('zh-CN')
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const store = () => (running[0] as (typeof running)[number]).store

let result: unknown

function Seq() {
  return <p>seq {useSession((snapshot) => snapshot.state.seq)}</p>
}

function Button() {
  const send = useSend()
  const start = async () => {
    result = await send('StartDecryption', { limitMinutes: 30 })
  }
  return (
    <button type="button" onClick={() => void start()}>
      go
    </button>
  )
}

function Clock() {
  return (
    <p>
      {useServerNow() - Date.UTC(2026, 0, 1)} {useCountdown('2026-01-01T00:01:00.000Z')}
    </p>
  )
}

let drawn = 0

/** Whether the first minute is over by the server's clock; counts its renders. */
function Due() {
  drawn += 1
  return <p>{useByServerClock((now) => now >= Date.UTC(2026, 0, 1, 0, 1)) ? 'due' : 'early'}</p>
}

function Words() {
  return <p>{useCaption()?.text ?? 'silence'}</p>
}

test('a section is opened once while it is mounted, and closed on unmount', () => {
  const { unmount } = render(
    <StrictMode>
      <SessionProvider sessionId="s1" open={open}>
        <Seq />
      </SessionProvider>
    </StrictMode>,
  )
  expect(running.map(({ sessionId }) => sessionId)).toEqual(['s1'])
  unmount()
  expect(running).toEqual([])
})

test('screens show the log; another section starts empty', () => {
  const page = (sessionId: string) => (
    <SessionProvider sessionId={sessionId} open={open}>
      <Seq />
    </SessionProvider>
  )
  const { rerender } = render(page('s1'))
  act(() => store().take({ kind: 'batch', entries: [{ seq: 1, hash: '' }], joinedAt: 1 }))
  expect(screen.getByText('seq 1')).toBeTruthy()
  rerender(page('s2'))
  expect(running.map(({ sessionId }) => sessionId)).toEqual(['s2'])
  expect(screen.getByText('seq 0')).toBeTruthy()
})

test('a command is sent to the section with its type', async () => {
  render(
    <SessionProvider sessionId="s1" open={open}>
      <Button />
    </SessionProvider>,
  )
  await act(async () => screen.getByText('go').click())
  expect(sent).toEqual([{ type: 'StartDecryption', payload: { limitMinutes: 30 } }])
  expect(result).toEqual({ ok: true, value: 5 })
})

test('clock and countdown follow the server’s clock, also when its offset changes', () => {
  const { container } = render(
    <SessionProvider sessionId="s1" open={open}>
      <Clock />
    </SessionProvider>,
  )
  expect(container.textContent).toBe('0 60000')
  act(() => void vi.advanceTimersByTime(2000))
  expect(container.textContent).toBe('2000 58000')
  act(() => store().setState({ offset: 10_000 }))
  act(() => void vi.advanceTimersByTime(1000))
  expect(container.textContent).toBe('13000 47000')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(container.textContent).toBe('73000 0')
})

test('the caption is in the user’s language', () => {
  const { container } = render(
    <SessionProvider sessionId="s1" open={open}>
      <Words />
    </SessionProvider>,
  )
  expect(container.textContent).toBe('silence')
  act(() =>
    store().setState({ caption: { id: 1, text: { zh: '开标结束', en: 'It has ended' }, urgent: false } }),
  )
  expect(container.textContent).toBe('开标结束')
  act(() => preferencesStore.getState().setLanguage('en'))
  expect(container.textContent).toBe('It has ended')
})

test('a condition on the server’s clock is checked each second, and rendered only when it changes', () => {
  drawn = 0
  render(
    <SessionProvider sessionId="s1" open={open}>
      <Due />
    </SessionProvider>,
  )
  act(() => vi.advanceTimersByTime(59_000))
  expect(screen.getByText('early')).toBeTruthy()
  expect(drawn).toBe(1)
  act(() => vi.advanceTimersByTime(1000))
  expect(screen.getByText('due')).toBeTruthy()
  expect(drawn).toBe(2)
  act(() => store().setState({ offset: -30_000 }))
  expect(screen.getByText('early')).toBeTruthy()
})
