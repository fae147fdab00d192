import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { happen, pass, showInSection, start, withFakeTimers } from '#test/client/show-in-section.tsx'
import { tender } from '#test/support/sample-tender.ts'
import { DeadlineCountdown } from './DeadlineCountdown.tsx'

withFakeTimers()

test('the countdown of a deadline that captions warn of has no live region', () => {
  const deadline = isoTime(start + 120_000)
  const { container } = showInSection(<DeadlineCountdown deadline={deadline} label="解密剩余时间" />)
  expect(container.querySelector('[aria-live]')).not.toBeNull()
  happen(event('DecryptionStarted', { limitMinutes: 2, deadline }))
  expect(container.querySelector('[aria-live]')).toBeNull()
  expect(screen.getByRole('timer').textContent).toBe('02:00')
})

test('the opening time is when something begins, and no deadline', () => {
  const opensAt = isoTime(start + 120_000)
  showInSection(<DeadlineCountdown deadline={opensAt} label="距开标" />)
  expect(screen.getByText('截止 08:02:00')).toBeTruthy()
  happen(event('TenderPublished', { tender: tender({ opensAt }) }))
  expect(screen.getByText('08:02:00 起')).toBeTruthy()
})

test('the bar drains with the window, and the last ten seconds have tenths', () => {
  const deadline = isoTime(start + 120_000)
  const { container } = showInSection(<DeadlineCountdown deadline={deadline} label="解密剩余时间" />)
  happen(event('DecryptionStarted', { limitMinutes: 2, deadline }))
  const drained = () => container.querySelector<HTMLElement>('[data-drain]')?.style.transform
  expect(drained()).toBe('scaleX(1)')
  pass(90_000)
  expect(drained()).toBe('scaleX(0.25)')
  expect(container.querySelector('[data-clock="1"]')).not.toBeNull()
  pass(20_500)
  expect(screen.getByRole('timer').textContent).toBe('9.5')
  const before = window.matchMedia
  window.matchMedia = () => ({ matches: true }) as MediaQueryList
  pass(1000)
  expect(screen.getByRole('timer').textContent).toBe('00:09')
  window.matchMedia = before
})
