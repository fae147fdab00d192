import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { alarms } from '#client/net/alarms.ts'
import * as files from '#client/ui/save-file.ts'
import { change, showInSection, withFakeTimers } from '#test/client/show-in-section.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

withFakeTimers()
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const seen = { epoch: 'A', seq: 7, hash: 'ab'.repeat(32) }
const shown = { epoch: 'B', seq: 7, hash: 'cd'.repeat(32) }

test('[ALM-6] a bar shows both heads, stays, and saves them as a file', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  showInSection(<ConnectionBanner />)
  expect(screen.queryByRole('alert')).toBeNull()
  change({ alarm: { reason: 'forked', seen, shown } })
  const text = screen.getByRole('alert').textContent
  expect(text).toContain('第 7 条开标记录与本页面已收到的不同，操作已停止')
  expect(text).toContain(seen.hash)
  expect(text).toContain(shown.hash)
  change({ connection: { status: 'live', since: 0, heardAt: 0 } })
  fireEvent.click(screen.getByRole('button', { name: '保存证据' }))
  const evidence = JSON.parse((await save.mock.calls[0]?.[0].text()) ?? '')
  expect(evidence).toMatchObject({ form: 'kaibiao-evidence/1', reason: 'forked', seen, shown })
})

test('[ALM-5] a restored backup is told with what it lacks, until it was read', () => {
  showInSection(<ConnectionBanner />)
  change({ restored: { kept: 5, seen: 9 } })
  expect(screen.getByRole('alert').textContent).toContain('第 5 条之后的开标记录已丢失，本页面曾收到第 9 条')
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  expect(screen.queryByRole('alert')).toBeNull()
  // Where a preview does not say how many entries there still are.
  change({ restored: { kept: null, seen: 9 } })
  expect(screen.getByRole('alert').textContent).toContain('最近的开标记录可能已丢失')
})

test('[ALM-6] heads and alarms are kept per section; what is no alarm is none', () => {
  alarms.keepHead('s1', seen)
  alarms.keepAlarm('s1', { reason: 'shorter', seen, shown })
  expect([alarms.head('s1'), alarms.alarm('s1')?.reason]).toEqual([seen, 'shorter'])
  expect([alarms.head('s2'), alarms.alarm('s2')]).toEqual([null, null])
  sessionStorage.setItem('log-of-kaibiao.alarm.s2', '{"reason":"mood"}')
  expect(alarms.alarm('s2')).toBeNull()
})
