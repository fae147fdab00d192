import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatFileKey, parseFileKey } from './file-key.ts'
import { createKeyPair } from './layers.ts'

const identities = await Promise.all(Array.from({ length: 20 }, async () => (await createKeyPair()).identity))
const identity = fc.constantFrom(...identities)
const charset = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'

describe('file key', () => {
  it('[BID-9] is printed in dashed groups of four without the prefix', () => {
    expect(formatFileKey(identities[0] ?? '')).toMatch(/^([02-9AC-HJ-NP-Z]{4}-){14}[02-9AC-HJ-NP-Z]{2}$/)
  })

  test('is read back whatever the separators and case', () =>
    fc.assert(
      fc.property(
        identity,
        fc.array(fc.constantFrom(' ', '-', '\n', '—', '　', '－', '')),
        fc.boolean(),
        (original, separators, lower) => {
          const typed = [...formatFileKey(original)]
            .map((char, at) => (separators[at % (separators.length || 1)] ?? '') + char)
            .join('')
          expect(parseFileKey(lower ? typed.toLowerCase() : typed)).toEqual({ ok: true, value: original })
        },
      ),
      {
        seed: 1,
      },
    ))

  test('[BID-9] is read in full width and with its prefix', () =>
    fc.assert(
      fc.property(identity, (original) => {
        const wide = formatFileKey(original).replace(/[!-~]/g, (c) =>
          String.fromCharCode(c.charCodeAt(0) + 0xfee0),
        )
        expect(parseFileKey(wide)).toEqual({ ok: true, value: original })
        expect(parseFileKey(original)).toEqual({ ok: true, value: original })
      }),
      { seed: 2 },
    ))

  test('is refused with up to four wrong characters', () =>
    fc.assert(
      fc.property(
        identity,
        fc.array(fc.tuple(fc.nat(57), fc.constantFrom(...charset)), { minLength: 1, maxLength: 4 }),
        (original, changes) => {
          const chars = [...original.slice(16)]
          for (const [at, char] of changes) chars[at] = char
          const typed = chars.join('')
          fc.pre(typed !== original.slice(16))
          expect(parseFileKey(typed)).toEqual({ ok: false, error: 'malformed-key' })
        },
      ),
      {
        seed: 3,
      },
    ))

  test('is no other text', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        expect(parseFileKey(text)).toEqual({ ok: false, error: 'malformed-key' })
      }),
      { seed: 4 },
    ))

  it('is refused when characters are missing, doubled or swapped', () => {
    const key = formatFileKey(identities[0] ?? '').replaceAll('-', '')
    const swapped = key.replace(/(.)(?!\1)(.)/, '$2$1')
    for (const typed of [key.slice(1), key.slice(0, -1), `${key}Q`, swapped]) {
      expect(parseFileKey(typed)).toEqual({ ok: false, error: 'malformed-key' })
    }
  })
})
