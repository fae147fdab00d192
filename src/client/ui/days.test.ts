import { expect, test } from 'vitest'
import { asDay, dayOf, endOfDay, isDay, recentDays, startOfDay } from './days.ts'

test('a day begins at midnight of the zone, not of UTC', () => {
  expect(startOfDay('2026-03-02', 'Asia/Shanghai', 0)).toBe('2026-03-01T16:00:00.000Z')
  expect(startOfDay('2026-03-02', 'Asia/Shanghai', 1)).toBe('2026-03-02T16:00:00.000Z')
})

test('a day with a clock change begins at its own midnight', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin', 0)).toBe('2026-03-28T23:00:00.000Z')
  expect(startOfDay('2026-03-29', 'Europe/Berlin', 1)).toBe('2026-03-29T22:00:00.000Z')
})

test('a day ends before the next one begins', () => {
  expect(endOfDay('2026-03-02', 'Asia/Shanghai')).toBe('2026-03-02T15:59:59.999Z')
})

test('the day of an instant is that of the zone', () => {
  expect(dayOf(Date.parse('2026-03-01T16:00:00.000Z'), 'Asia/Shanghai')).toBe('2026-03-02')
  expect(dayOf(Date.parse('2026-03-01T15:59:59.000Z'), 'Asia/Shanghai')).toBe('2026-03-01')
})

test('[LST-8] recent days reach equally far back and ahead, across months and years', () => {
  expect(recentDays('2026-01-15', 30)).toEqual({ from: '2025-12-16', to: '2026-02-14' })
  expect(recentDays('2026-03-02', 1)).toEqual({ from: '2026-03-01', to: '2026-03-03' })
})

test('a day can be typed with other marks, and must exist', () => {
  const typed = ['2026-03-02', '2026-3-2', '2026/03/02', '2026年3月2日', '20260302', ' 2026.3.2 ']
  expect(new Set(typed.map(asDay))).toEqual(new Set(['2026-03-02']))
  const wrong = ['', '2026-02-30', '2026-13-01', '03/02/2026', '2026-03', '1 March']
  expect(wrong.map(asDay)).toEqual(wrong.map(() => null))
  expect([isDay('2026-03-02'), isDay('2026-3-2'), isDay('')]).toEqual([true, false, false])
})
