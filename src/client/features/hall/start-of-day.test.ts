import { expect, test } from 'vitest'
import { startOfDay } from './start-of-day.ts'

test('a day begins at the zone’s midnight, not at UTC’s', () => {
  expect(startOfDay('2026-03-02', 'Asia/Shanghai', 0)).toBe('2026-03-01T16:00:00.000Z')
  expect(startOfDay('2026-03-02', 'Asia/Shanghai', 1)).toBe('2026-03-02T16:00:00.000Z')
})

test('the day of a change of clocks begins at its own midnight', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin', 0)).toBe('2026-03-28T23:00:00.000Z')
  expect(startOfDay('2026-03-29', 'Europe/Berlin', 1)).toBe('2026-03-29T22:00:00.000Z')
})
