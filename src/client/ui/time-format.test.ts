import { expect, test } from 'vitest'
import { createTimeFormat } from './time-format.ts'

const instant = '2026-03-01T16:30:05.000Z'

test('times are shown in the variant’s zone, not in the reader’s', () => {
  const format = createTimeFormat('zh-CN', 'Asia/Shanghai')
  expect(format.minute(instant)).toBe('2026-03-02 00:30')
  expect(format.clock(instant)).toBe('00:30:05')
  expect(format.day(instant)).toBe('2026年3月2日星期一')
})

test('the day is written in the reader’s language', () => {
  expect(createTimeFormat('en', 'Asia/Shanghai').day(instant)).toBe('Monday, March 2, 2026')
})
