import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

const options = { seed: 1, numRuns: 500 }

describe('canonical JSON', () => {
  test('[LOG-2] equals the reference implementation’s text', () =>
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value))
      }),
      options,
    ))

  test('sorts keys by their code units, however many there are', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.integer(), { minKeys: 10, maxKeys: 40 }),
        (value) => {
          expect(canonicalJson(value)).toBe(canonicalize(value))
        },
      ),
      options,
    ))

  test('leaves out undefined fields and refuses values that JSON cannot express', () => {
    expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}')
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, () => {}, Symbol('s')]) {
      expect(() => canonicalJson(value)).toThrow(TypeError)
      expect(() => canonicalJson({ value: [{ deep: value ?? Number.NaN }] })).toThrow(TypeError)
    }
  })
})
