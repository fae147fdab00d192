import { expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { decryptionLimit } from './time-limit.ts'

const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) })

test('a missing limit is refused', () => {
  expect(decryptionLimit(null, 10)).toEqual(refused('decryption-limit-missing'))
})

test.each([Number.NaN, 0, -5, 1.5, 1441])('a limit of %d is not a whole number from 1 to 1440', (minutes) => {
  expect(decryptionLimit(minutes, 1)).toEqual(refused('decryption-limit-not-positive-integer'))
})

test('[DEC-2] a limit below the variant’s minimum is too short, the minimum is not', () => {
  expect(decryptionLimit(9, 10)).toEqual(refused('decryption-limit-too-short'))
  expect(decryptionLimit(10, 10)).toEqual(ok(10))
})
