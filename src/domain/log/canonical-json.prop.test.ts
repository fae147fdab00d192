import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { property } from '#test/support/property.ts'
import { canonicalJson } from './canonical-json.ts'

const options = { seed: 1, numRuns: 500 }

describe('canonical JSON', () => {
  property([fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 })], options)(
    '[LOG-2] equals the reference implementation’s text',
    (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    },
  )

  property(
    [fc.dictionary(fc.string({ unit: 'binary' }), fc.integer(), { minKeys: 10, maxKeys: 40 })],
    options,
  )('sorts keys by their code units, however many there are', (value) => {
    expect(canonicalJson(value)).toBe(canonicalize(value))
  })

  test('leaves out undefined fields and refuses values that JSON cannot express', () => {
    expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}')
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, () => {}, Symbol('s')]) {
      expect(() => canonicalJson(value)).toThrow(TypeError)
      expect(() => canonicalJson({ value: [{ deep: value ?? Number.NaN }] })).toThrow(TypeError)
    }
  })
})
