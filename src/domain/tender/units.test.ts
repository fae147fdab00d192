import { expect, test } from 'vitest'
import { unitIn } from './units.ts'

test('a unit is Chinese as the tender writes it and English where there is a name for it', () => {
  expect(unitIn('zh', '日历天')).toBe('日历天')
  expect(unitIn('en', '日历天')).toBe('calendar days')
  expect(unitIn('en', '千瓦')).toBe('千瓦')
  expect(unitIn('en', '')).toBe('')
})
