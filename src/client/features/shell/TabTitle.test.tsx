import { expect, test, vi } from 'vitest'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { change, happen, pass, showInSection, start, withFakeTimers } from '#test/client/show-in-section.tsx'
import { TabTitle } from './TabTitle.tsx'

withFakeTimers()

test('the title counts down by the server’s clock, without 00:00 when the time is over', () => {
  showInSection(<TabTitle />)
  change({ offset: 30_000 })
  happen(event('DecryptionStarted', { limitMinutes: 2, deadline: isoTime(start + 120_000) }))
  expect(document.title).toMatch(/^01:30 /)
  pass(10_000)
  expect(document.title).toMatch(/^01:20 /)
  pass(90_000)
  expect(document.title).not.toMatch(/\d\d:\d\d/)
})

test('the title is right after a message of the server, though timers were throttled', () => {
  showInSection(<TabTitle />)
  happen(event('DecryptionStarted', { limitMinutes: 10, deadline: isoTime(start + 600_000) }))
  vi.setSystemTime(start + 300_000)
  change({ connection: { status: 'live', since: 0, heardAt: start + 300_000 } })
  expect(document.title).toMatch(/^⚠ 05:00 /)
})

test('sign and icon of a close deadline are there at once, as after a reload, and go with it', () => {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'icon', href: '/seal.svg' })
  document.head.append(link)
  const icon = () => link.href
  vi.setSystemTime(start + 300_000)
  showInSection(<TabTitle />)
  happen(event('DecryptionStarted', { limitMinutes: 10, deadline: isoTime(start + 600_000) }))
  expect(document.title).toMatch(/^⚠ 05:00 /)
  const amber = icon()
  expect(amber).toMatch(/^data:image/)
  pass(240_000)
  expect(icon()).toMatch(/^data:image/)
  expect(icon()).not.toBe(amber)
  pass(61_000)
  expect(icon()).toMatch(/seal.svg$/)
  link.remove()
})
