import { expect, onTestFinished, test, vi } from 'vitest'
import {
  deepestNesting,
  isBoundedJson,
  mostItems,
  mostKeys,
  mostValues,
  parseBoundedJson,
} from './json-bounds.ts'

const zeros = (length: number) => Array.from({ length }, () => 0)
const keys = (count: number, value: (i: number) => unknown = () => 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, value(i)]))
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

/** Counts how often anything of an array is read. */
function watched(length: number) {
  let reads = 0
  const items = new Proxy(zeros(length), {
    get(target, name) {
      reads += 1
      return Reflect.get(target, name)
    },
  })
  return { items, reads: () => reads }
}

test('[LIM-6] each bound holds to the last value', () => {
  const pairs: [unknown, unknown][] = [
    [zeros(mostItems), zeros(mostItems + 1)],
    [keys(mostKeys), keys(mostKeys + 1)],
    [nested(deepestNesting), nested(deepestNesting + 1)],
    [keys(mostValues / 500, () => zeros(499)), keys(mostValues / 500, () => zeros(500))],
  ]
  for (const [within, beyond] of pairs) expect([within, beyond].map(isBoundedJson)).toEqual([true, false])
  for (const plain of [undefined, null, 0, 'x'.repeat(1_000_000), {}, []])
    expect(isBoundedJson(plain)).toBe(true)
})

test('[LIM-6] the largest honest inputs are within the bounds', () => {
  const text = 'x'.repeat(200)
  const rows = (count: number, fields: number) =>
    Array.from({ length: count }, () => keys(fields, () => text))
  expect(isBoundedJson({ BDGuid: text, contacts: rows(1000, 3) })).toBe(true)
  expect(isBoundedJson({ BDGuid: text, deposits: rows(1000, 13) })).toBe(true)
  expect(
    isBoundedJson({ tender: { ...keys(60), columns: rows(340, 20), evaluationRules: rows(300, 2) } }),
  ).toBe(true)
  expect(isBoundedJson({ captchaId: text, track: rows(2000, 3) })).toBe(true)
  expect(isBoundedJson({ bidderCodes: zeros(5000) })).toBe(true)
})

test('[LIM-6] an excess is found without reading on, however large the input is', () => {
  const long = watched(500_000)
  expect(isBoundedJson({ authorizations: long.items })).toBe(false)
  expect(long.reads()).toBeLessThan(10)
  const many = Array.from({ length: 50 }, () => watched(mostItems))
  expect(isBoundedJson(many.map(({ items }) => items))).toBe(false)
  const reads = many.reduce((sum, one) => sum + one.reads(), 0)
  expect(reads).toBeLessThan(3 * mostValues)
  expect(isBoundedJson(nested(50_000))).toBe(false)
})

test('[LIM-6] a text is parsed only within the bounds, and what its strings contain does not count', () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const escaped = JSON.stringify({ figures: { price: '",[{\\'.repeat(20_000) }, empty: [] })
  expect(JSON.stringify(parseBoundedJson(escaped))).toBe(escaped)
  expect(() => parseBoundedJson('{"a":')).toThrow(SyntaxError)
  expect(() => parseBoundedJson(JSON.stringify(keys(501)))).toThrow('too many values')
  expect(parse).toHaveBeenCalledTimes(3)
  for (const text of ['[],'.repeat(30_000), '{"a":'.repeat(30_000), JSON.stringify(zeros(30_000))])
    expect(() => parseBoundedJson(text)).toThrow('too many values')
  expect(parse).toHaveBeenCalledTimes(3)
})
