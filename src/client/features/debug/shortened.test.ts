import { expect, test } from 'vitest'
import { shortened } from './shortened.ts'

test('long lists and records are cut and say by how much', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`B${index}`, index]))
  expect(shortened([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, '… 1 more'])
  expect(shortened({ bidders: many })).toMatchObject({ bidders: { B0: 0, '…': '45 more' } })
})
