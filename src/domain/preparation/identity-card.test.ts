import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIdentityCard } from './identity-card.ts'

test.each(['11010519491231002X', '11010519491231002x', '440524198001010013', '11010120000229000X'])(
  '[PRE-6] accepts %s',
  (number) => {
    expect(isIdentityCard(number)).toBe(true)
  },
)

test.each([
  ['a wrong check digit', '110105194912310021'],
  ['a day that is not in the calendar', '110101190002290003'],
  ['a month that is not in the calendar', '110101199013010004'],
  ['a year before 1900', '440524188001010014'],
  ['seventeen places', '11010519491231002'],
  ['nineteen places', '11010519491231002X1'],
  ['the former fifteen places', '110105491231002'],
  ['a letter inside', '1101051949123100AX'],
  ['a leading zero', '010105194912310026'],
  ['surrounding blanks', ' 11010519491231002X '],
  ['nothing', ''],
])('[PRE-6] refuses %s', (_name, number) => {
  expect(isIdentityCard(number)).toBe(false)
})

test('detects any single wrong digit', () =>
  fc.assert(
    fc.property(fc.nat(16), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const number = '440524198001010013'
      const digit = (Number(number[place]) + by) % 10
      expect(isIdentityCard(number.slice(0, place) + digit + number.slice(place + 1))).toBe(false)
    }),
    { seed: 1, numRuns: 200 },
  ))
