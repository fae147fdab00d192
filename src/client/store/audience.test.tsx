import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { serveSection } from '#test/client/section-server.ts'
import { openingLog, session, viewers } from '#test/support/opening-log.ts'
import { openSession } from './open-session.ts'
import { createSessionStore } from './session-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 1) })
  loginStore.setState({ who: { userType: 1, userName: 'u', ShowName: 'u', role: 'opener', userCode: 'o' } })
})

afterEach(() => {
  loginStore.setState({ who: null })
  vi.useRealTimers()
  sessionStorage.clear()
})

test.each([
  [null, '请设置解密时限。'],
  ['supervisor', '已进入投标文件开启环节，请等待解密指令。'],
] as const)(
  '[VOI-6] a section speaks to the opener who is logged in, or to its audience: %s',
  async (audience, words) => {
    const entered = openingLog().findIndex(({ type }) => type === 'BidOpeningEntered')
    const server = serveSection({ head: entered, viewer: viewers.find(({ role }) => role === 'opener') })
    const store = createSessionStore()
    const running = openSession(session, store, 5000, audience)
    server.accept()
    await vi.advanceTimersByTimeAsync(300)
    server.goOn()
    await vi.advanceTimersByTimeAsync(300)
    expect(store.getState().caption?.text.zh).toBe(words)
    running.close()
  },
)
