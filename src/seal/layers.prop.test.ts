import { bech32 } from '@scure/base'
import { Decrypter } from 'age-encryption'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIdentity } from './layers.ts'

/** As age reads it, and written in capitals. */
function isReadByAge(text: string): boolean {
  try {
    new Decrypter().addIdentity(text)
    return /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(text)
  } catch {
    return false
  }
}

const bytes = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.uint8Array({ minLength: 31, maxLength: 33 }),
)
const prefix = fc.constantFrom('age-secret-key-', 'age-secret-key-pq-', 'age')
const written = fc.tuple(prefix, bytes, fc.boolean()).map(([start, content, capitals]) => {
  const text = bech32.encodeFromBytes(start, content)
  return capitals ? text.toUpperCase() : text
})
const change = fc.option(
  fc.tuple(fc.nat(80), fc.constantFrom(...'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', '1', '-')),
)

test('an identity is what age reads as one', () =>
  fc.assert(
    fc.property(written, change, (text, changed) => {
      const asked = changed ? text.slice(0, changed[0]) + changed[1] + text.slice(changed[0] + 1) : text
      expect(isIdentity(asked)).toBe(isReadByAge(asked))
    }),
    { seed: 1, numRuns: 500 },
  ))

test('an identity of random bytes is one', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (content) => {
      expect(isIdentity(bech32.encodeFromBytes('age-secret-key-', content).toUpperCase())).toBe(true)
    }),
    { seed: 2 },
  ))
