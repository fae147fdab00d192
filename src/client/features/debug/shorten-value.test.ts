import { expect, test } from 'vitest'
import { shortenValue } from './shorten-value.ts'

test('long lists and records are cut, with the number of items left out', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`B${index}`, index]))
  expect(shortenValue([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, '… 1 more'])
  expect(shortenValue({ bidders: many })).toMatchObject({ bidders: { B0: 0, '…': '45 more' } })
})
