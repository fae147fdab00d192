import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18nextProvider } from 'react-i18next'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginStore, type Who } from '#client/store/login-store.ts'
import { SessionProvider } from '#client/store/session-provider.tsx'
import type { SessionStore } from '#client/store/session-store.ts'
import { createTexts } from '#client/texts/index.ts'
import { BarCountdown } from '#client/ui/session/BarCountdown.tsx'
import { theme } from '#client/ui/theme.ts'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { LogAnnouncer } from './LogAnnouncer.tsx'
import { TabTitle } from './TabTitle.tsx'

const start = Date.UTC(2026, 0, 1)
let store: SessionStore
let log: VisibleEntry[]

beforeEach(() => {
  log = []
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  cleanup()
  loginStore.setState({ who: null })
  vi.useRealTimers()
})

/** Shows something inside a section without a server: what it says is put into its store by hand. */
function show(element: ReactElement) {
  return render(
    <I18nextProvider i18n={createTexts('zh-CN')}>
      <SessionProvider
        sessionId="s"
        open={(_, opened) => {
          store = opened
          return { send: async () => ok(1), progress$: NEVER, loadEarlier: () => {}, close: () => {} }
        }}
      >
        <ChakraProvider value={theme}>{element}</ChakraProvider>
      </SessionProvider>
    </I18nextProvider>,
  )
}

/** What the server says has happened now. */
function happen(...events: readonly SessionEvent[]): void {
  const fresh = events.map((one) => {
    const seq = log.length + 1
    const place = { seq, at: isoTime(start), actor: 'o', role: 'opener', commandId: `${seq}` }
    const entry = recordEntry(one, { ...place, previous: log.at(-1)?.hash ?? genesisHash('s') }, () => '00')
    log.push(entry)
    return entry
  })
  act(() => store.take({ kind: 'frame', entries: fresh, joinedAt: 0 }))
}

const message = (text: string) => event('MessagePosted', { message: text })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('the tab counts down by the server’s clock, and says no 00:00 when time is up', () => {
  show(<TabTitle />)
  act(() => store.setState({ offset: 30_000 }))
  happen(event('DecryptionStarted', { limitMinutes: 2, deadline: isoTime(start + 120_000) }))
  expect(document.title).toMatch(/^01:30 /)
  pass(10_000)
  expect(document.title).toMatch(/^01:20 /)
  const deadline = isoTime(start + 120_000)
  act(() =>
    store.setState({ warning: { window: 'decryption', minutesLeft: 1, at: start + 60_000, deadline } }),
  )
  expect(document.title).toMatch(/^⚠ 01:20 /)
  pass(90_000)
  expect(document.title).not.toMatch(/\d\d:\d\d/)
})

test('the tab is right with the first word of the server though its timers were held back', () => {
  show(<TabTitle />)
  happen(event('DecryptionStarted', { limitMinutes: 10, deadline: isoTime(start + 600_000) }))
  vi.setSystemTime(start + 300_000)
  act(() => store.setState({ connection: { status: 'live', since: 0, heardAt: start + 300_000 } }))
  expect(document.title).toMatch(/^05:00 /)
})

test('news is told together every few seconds, history not at all', () => {
  show(<LogAnnouncer />)
  const told = () => screen.getByRole('status').textContent
  happen(message('before'), message('long before'))
  pass(6000)
  expect(told()).toBe('')
  happen(message('one'))
  expect(told()).toBe('')
  pass(5000)
  expect(told()).toBe('one')
  happen(message('two'))
  happen(message('three'), message('four'))
  pass(5000)
  expect(told()).toBe('3 条新进展，最新：four')
})

test('the same news twice in a row is told twice', () => {
  show(<LogAnnouncer />)
  happen(message('before'))
  pass(5000)
  happen(message('same'))
  pass(5000)
  const first = screen.getByText('same')
  happen(message('same'))
  pass(5000)
  expect(screen.getByText('same')).not.toBe(first)
})

test('what the voice says to the viewer is not told a second time', () => {
  loginStore.setState({ who: { role: 'bidder' } as Who })
  show(<LogAnnouncer />)
  const told = () => screen.getByRole('status').textContent
  happen(message('before'))
  pass(5000)
  happen(message('said aloud'), event('RemarksRecorded', { remarks: '无' }), message('said aloud too'))
  pass(5000)
  expect(told()).toBe('开标备注已保存')
  happen(event('EndEntered', {}))
  pass(5000)
  expect(told()).toBe('开标备注已保存')
})

test('a log that has begun anew is history, and its news is told again', () => {
  show(<LogAnnouncer />)
  const told = () => screen.getByRole('status').textContent
  happen(message('one'), message('two'), message('three'))
  pass(5000)
  log = []
  act(() => store.take({ kind: 'reset' }))
  happen(message('other'))
  pass(5000)
  expect(told()).toBe('')
  happen(message('new'))
  pass(5000)
  expect(told()).toBe('new')
})

test('a quiet line says nothing; one that is down says how old what is shown is, and an old page how to go on', () => {
  show(<ConnectionBanner />)
  act(() => store.setState({ connection: { status: 'live', since: start, heardAt: start } }))
  pass(60_000)
  expect(screen.queryByRole('region')).toBeNull()
  const said = screen.getByRole('status')
  expect(said.textContent).toBe('')
  act(() =>
    store.setState({ connection: { status: 'offline', since: start + 60_000, heardAt: start + 55_000 } }),
  )
  pass(2000)
  expect(screen.queryByRole('region')).toBeNull()
  pass(8000)
  expect(screen.getByRole('region').textContent).toContain('所示内容为 15 秒 前的')
  // The same live region: one that comes together with its words is not read out.
  expect(screen.getByRole('status')).toBe(said)
  expect(said.textContent).not.toBe('')
  pass(120_000)
  expect(screen.getByRole('region').textContent).toContain('所示内容为 2 分钟 前的')
  act(() => store.setState({ outdated: true }))
  expect(screen.getByRole('alert').textContent).toContain('系统已更新')
  expect(screen.getByRole('button', { name: '重新加载' })).toBeTruthy()
})

test.each([
  [true, '暂时连接不上服务器'],
  [false, '您的网络已断开'],
])('where the network is there: %s, it is said who is away', (onLine, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  show(<ConnectionBanner />)
  act(() => store.setState({ connection: { status: 'offline', since: start, heardAt: start } }))
  pass(8000)
  expect(screen.getByRole('region').textContent).toContain(words)
  vi.restoreAllMocks()
})

test('a deadline of which captions warn is not said aloud by its countdown as well', () => {
  const deadline = isoTime(start + 120_000)
  const { container } = show(<BarCountdown deadline={deadline} label="解密剩余时间" />)
  expect(container.querySelector('[aria-live]')).not.toBeNull()
  happen(event('DecryptionStarted', { limitMinutes: 2, deadline }))
  expect(container.querySelector('[aria-live]')).toBeNull()
  expect(screen.getByRole('timer').textContent).toBe('02:00')
})
