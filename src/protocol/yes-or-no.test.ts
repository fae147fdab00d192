import { expect, test } from 'vitest'
import { yesOrNo } from './yes-or-no.ts'

test.each([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
])('[REST-10] %j says %j', (said, meant) => {
  expect(yesOrNo.parse(said)).toBe(meant)
})

test.each([2, '', 'yes', null])('[REST-10] %j says neither', (said) => {
  expect(yesOrNo.safeParse(said).success).toBe(false)
})
