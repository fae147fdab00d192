import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { I18nextProvider } from 'react-i18next'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { SessionProvider } from '#client/store/session-provider.tsx'
import type { SessionSnapshot, SessionStore } from '#client/store/session-store.ts'
import { TimeZone } from '#client/ui/time-format.ts'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import { theme } from '#test/client/theme.ts'
import { allTexts } from './all-texts.ts'

/** When each test begins, by the local clock and by the server's. Timers are fake. */
export const start = Date.UTC(2026, 0, 1)
let store: SessionStore
let log: VisibleEntry[]

/** Gives each test of a file an empty log and fake timers. Files share modules, so each file calls it. */
export function withFakeTimers(): void {
  beforeEach(() => {
    log = []
    loginStore.setState({ who: null })
    vi.useFakeTimers({ now: start })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })
}

/** Shows an element inside a section without a server; `happen` and `change` replace the server's messages. */
export function showInSection(element: ReactElement) {
  return render(
    <I18nextProvider i18n={allTexts('zh-CN')}>
      <SessionProvider
        sessionId="s"
        open={(_, opened) => {
          store = opened
          return { send: async () => ok(1), progress$: NEVER, loadEarlier: () => {}, close: () => {} }
        }}
      >
        <TimeZone value="Asia/Shanghai">
          <ChakraProvider value={theme}>{element}</ChakraProvider>
        </TimeZone>
      </SessionProvider>
    </I18nextProvider>,
  )
}

/** Appends these events to the log. */
export function happen(...events: readonly SessionEvent[]): void {
  const fresh = events.map((one) => {
    const seq = log.length + 1
    const place = { seq, at: isoTime(start), actor: 'o', role: 'opener', commandId: `${seq}` }
    const entry = recordEntry(one, { ...place, previous: log.at(-1)?.hash ?? genesisHash('s') }, () => '00')
    log.push(entry)
    return entry
  })
  act(() => store.take({ kind: 'batch', entries: fresh, joinedAt: 0 }))
}

/** Empties the log, as when the server begins another one. */
export function resetLog(): void {
  log = []
  act(() => store.take({ kind: 'reset' }))
}

/** Changes what the section's store holds beside the log. */
export function change(changed: Partial<SessionSnapshot>): void {
  act(() => store.setState(changed))
}

/** Lets so many milliseconds pass. */
export function pass(ms: number): void {
  act(() => vi.advanceTimersByTime(ms))
}
