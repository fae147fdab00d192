import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { event } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { happen, showInSection, start, withFakeTimers } from '#test/client/show-in-section.tsx'
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
