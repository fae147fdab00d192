import { expect, test } from 'vitest'
import { typedMinutes } from './typed-minutes.ts'

test.each(['', '  ', '　'])('%j is empty', (typed) => {
  expect(typedMinutes(typed)).toBeNull()
})

test.each(['abc', '-5', '1.5', '1e2', '1234567890'])('%j is no whole number of minutes', (typed) => {
  expect(typedMinutes(typed)).toBeNaN()
})

test('full-width digits are accepted', () => {
  expect(typedMinutes(' ３０ ')).toBe(30)
})
