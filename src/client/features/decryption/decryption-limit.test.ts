import { expect, test } from 'vitest'
import { err, ok } from '#lib/result.ts'
import { decryptionLimit } from './decryption-limit.ts'

test.each(['', '  '])('an empty limit %j asks for one', (typed) => {
  expect(decryptionLimit(typed, 10)).toEqual(err('limitMissing'))
})

test.each(['abc', '0', '-5', '1.5', '1e2', '1441', '99999'])(
  'a limit of %j is no positive whole number',
  (typed) => {
    expect(decryptionLimit(typed, 1)).toEqual(err('limitNotInteger'))
  },
)

test('a limit under the variant’s minimum is too short, the minimum itself is not', () => {
  expect(decryptionLimit('9', 10)).toEqual(err('limitTooShort'))
  expect(decryptionLimit('10', 10)).toEqual(ok(10))
})

test('digits of a Chinese keyboard count', () => {
  expect(decryptionLimit(' ３０ ', 1)).toEqual(ok(30))
})
