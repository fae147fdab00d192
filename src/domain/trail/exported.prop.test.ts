import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Exported, exportedIn, exportedText } from './exported.ts'

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const exported: fc.Arbitrary<Exported> = fc
  .record({
    kind: fc.constantFrom('overview', 'sign-in', 'sealed-record', 'session-log', 'bid-file' as const),
    envelope: optional(fc.constantFrom(1, 2)),
    version: optional(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constant('preliminary'))),
    language: optional(fc.constantFrom('zh-CN', 'en')),
    format: optional(fc.constantFrom('pdf', 'xlsx', 'json', 'jsonl')),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never)

test('what a line names is read back from it', () => {
  fc.assert(
    fc.property(exported, (one) => {
      expect(exportedIn(exportedText(one))).toEqual(one)
    }),
  )
})
