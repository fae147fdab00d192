import { expect, test } from 'vitest'
import { hasAnnouncement, stepAt, stepsOf } from './flow.ts'

test.each([
  [0, 'preparation'],
  [14, 'preparation'],
  [15, 'opening'],
  [24, 'opening'],
  [25, 'announcement'],
  [39, 'announcement'],
  [40, 'end'],
  [45, 'end'],
])('flow status %d stands in step %s', (status, step) => {
  expect(stepAt(status)).toBe(step)
})

test('the announcement is left out for bid styles 4 and 0 alone', () => {
  const styles = [0, 1, 2, 3, 4, 5, 6] as const
  expect(styles.filter((style) => !hasAnnouncement(style))).toEqual([0, 4])
  expect(stepsOf(4)).toEqual(['preparation', 'opening', 'end'])
  expect(stepsOf(1)).toHaveLength(4)
})
