import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shallow } from 'zustand/shallow'
import { hasSameFields } from './same-fields.ts'

const field = fc.constantFrom(undefined, null, 0, -0, 1, 'a', Number.NaN)
const plain = fc.dictionary(fc.constantFrom('a', 'b'), field, { noNullPrototype: true })
const members = fc.array(field, { maxLength: 2 })
const values = fc.oneof(
  field,
  plain,
  members,
  plain.map((fields) => new Map(Object.entries(fields))),
)

test('two values are the same where `shallow` says so', () => {
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(hasSameFields(one, other)).toBe(shallow(one, other))
    }),
    { numRuns: 3000 },
  )
})

test('a copy is the same', () => {
  fc.assert(fc.property(plain, (fields) => hasSameFields(fields, { ...fields })))
  fc.assert(fc.property(members, (list) => hasSameFields(list, [...list])))
})
