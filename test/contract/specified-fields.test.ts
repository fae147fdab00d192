import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#protocol/call.ts'
import { calls } from '#protocol/calls.ts'
import { specifiedFields } from './specified-fields.ts'

/** The names of all fields of a JSON schema, also of what is within it. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...namesIn(value),
  ])
}

const entities = specifiedFields.map(([entity, name, ...fields]) => ({ entity, name, fields }))

test.each(entities)('[REST-15] a $entity has its fields in the answer of $name', ({ name, fields }) => {
  const call: Call = calls[name]
  const names = new Set(namesIn(z.toJSONSchema(call.response, { io: 'input' })))
  expect(fields.filter((field) => !names.has(field))).toEqual([])
})
