import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { change, pass, showInSection, start, withFakeTimers } from '#test/client/show-in-section.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

withFakeTimers()

test('there is no banner while live; offline it shows the age of the data, outdated how to go on', () => {
  showInSection(<ConnectionBanner />)
  change({ connection: { status: 'live', since: start, heardAt: start } })
  pass(60_000)
  expect(screen.queryByRole('region')).toBeNull()
  const said = screen.getByRole('status')
  expect(said.textContent).toBe('')
  change({ connection: { status: 'offline', since: start + 60_000, heardAt: start + 55_000 } })
  pass(2000)
  expect(screen.queryByRole('region')).toBeNull()
  pass(8000)
  expect(screen.getByRole('region').textContent).toContain('所示内容为 15 秒 前的')
  // The same live region: one inserted together with its text is not read out.
  expect(screen.getByRole('status')).toBe(said)
  expect(said.textContent).not.toBe('')
  pass(120_000)
  expect(screen.getByRole('region').textContent).toContain('所示内容为 2 分钟 前的')
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
