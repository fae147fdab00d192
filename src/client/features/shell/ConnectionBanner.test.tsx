import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loginStore } from '#client/auth/login-store.ts'
import { viewState } from '#domain/session/view-state.ts'
import { change, pass, showInSection, start, withFakeTimers } from '#test/client/show-in-section.tsx'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { ConnectionBanner, ConnectionDot } from './ConnectionBanner.tsx'

withFakeTimers()

test('there is no banner while live; offline it shows the age of the data, outdated how to go on', () => {
  showInSection(<ConnectionBanner />)
  change({ connection: { status: 'live', since: start, heardAt: start } })
  pass(60_000)
  expect(screen.queryByRole('region')).toBeNull()
  const said = screen.getByRole('status')
  expect(said.textContent).toBe('')
  change({ connection: { status: 'offline', since: start + 60_000, heardAt: start + 59_000 } })
  pass(1000)
  expect(screen.queryByRole('region')).toBeNull()
  pass(9000)
  expect(screen.getByRole('region').textContent).toContain('所示内容为 11 秒前的')
  // The same live region: one inserted together with its text is not read out.
  expect(screen.getByRole('status')).toBe(said)
  expect(said.textContent).not.toBe('')
  pass(120_000)
  expect(screen.getByRole('region').textContent).toContain('所示内容为 2 分钟前的')
  change({ outdated: true })
  expect(screen.getByRole('alert').textContent).toContain('系统已更新')
  expect(screen.getByRole('button', { name: '重新加载' })).toBeTruthy()
})

test.each([
  [true, '暂时连接不上服务器'],
  [false, '您的网络已断开'],
])('with navigator.onLine %s the banner tells who is unreachable', (onLine, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  showInSection(<ConnectionBanner />)
  change({ connection: { status: 'offline', since: start, heardAt: start } })
  pass(8000)
  expect(screen.getByRole('region').textContent).toContain(words)
  vi.restoreAllMocks()
})

test.each([
  [false, '截止时间不因此延长'],
  [true, '仅贵单位连接不上的，不延长'],
])(
  'a bidder who still has to act reads for what the deadline does not wait, online: %s',
  (onLine, advice) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    const who = { userType: 2, userCode: 'u', userName: 'u', ShowName: 'u' }
    loginStore.setState({ who: { ...who, role: 'bidder' } })
    showInSection(<ConnectionBanner />)
    change({ connection: { status: 'offline', since: start, heardAt: start } })
    const viewer = { role: 'bidder', unitCode: bidderCode(1), seesSupervisor: true } as const
    const stands = (history: History) => change({ state: viewState(viewer, stateAfter(history)) })
    stands(histories.decrypting())
    pass(8000)
    expect(screen.getByRole('region').textContent).toContain(advice)
    stands([...histories.decrypting(), histories.handedOver(1)])
    expect(screen.getByRole('region').textContent).not.toContain(advice)
    vi.restoreAllMocks()
  },
)

test('catching up in vain is not waited for twice: offline is counted from the last message', () => {
  showInSection(<ConnectionBanner />)
  change({ connection: { status: 'catching-up', since: start, heardAt: start - 1000 } })
  pass(2500)
  expect(screen.queryByRole('region')).toBeNull()
  change({ connection: { status: 'offline', since: start + 2500, heardAt: start - 1000 } })
  pass(500)
  expect(screen.getByRole('region').textContent).toContain('所示内容为 4 秒前的')
})

test('without a network dot and banner do not wait for a poll to fail', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  showInSection(
    <>
      <ConnectionDot />
      <ConnectionBanner />
    </>,
  )
  change({ connection: { status: 'catching-up', since: start, heardAt: start - 4000 } })
  pass(1000)
  expect(screen.getByRole('img').dataset.connection).toBe('offline')
  expect(screen.getByRole('region').textContent).toContain('您的网络已断开')
  vi.restoreAllMocks()
})
