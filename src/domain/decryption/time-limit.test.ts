import { expect, test } from 'vitest'
import { ok } from '#lib/result.ts'
import { decryptionExtension, decryptionLimit } from './time-limit.ts'

const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) })

test('a missing limit is refused', () => {
  expect(decryptionLimit(null, 10)).toEqual(refused('decryption-limit-missing'))
})

test.each([Number.NaN, 0, -5, 1.5])('a limit of %d is not a positive whole number', (minutes) => {
  expect(decryptionLimit(minutes, 1)).toEqual(refused('decryption-limit-not-positive-integer'))
})

test('[DEC-2] [SES-6] a limit and an extension of more than a day are too long', () => {
  const tooLong = { ok: false, error: { code: 'limit-too-long', params: { maximum: 1440 } } }
  for (const check of [(minutes: number) => decryptionLimit(minutes, 1), decryptionExtension]) {
    expect(check(1440)).toEqual(ok(1440))
    expect(check(1441)).toEqual(tooLong)
  }
})

test('[DEC-13] a missing extension is refused as such', () => {
  expect(decryptionExtension(null)).toEqual(refused('extension-missing'))
})

test('[DEC-2] a limit below the variant’s minimum is too short, the minimum is not', () => {
  expect(decryptionLimit(9, 10)).toEqual(refused('decryption-limit-too-short'))
  expect(decryptionLimit(10, 10)).toEqual(ok(10))
})
