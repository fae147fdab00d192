import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#protocol/call.ts'
import { calls } from '#protocol/calls.ts'
import { fieldInWords } from '#protocol/messages/field-names.ts'
import { specifiedCalls } from './specified-calls.ts'
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

test('[REST-13] every field that people’s programs send has words, in both languages', () => {
  const open = Object.values<Call>(calls).filter(({ auth }) => auth !== 'platform')
  const inputs = open.flatMap(({ body, query, form }) => [body, query, form].filter((input) => !!input))
  const sent = inputs.flatMap((input) =>
    namesIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
  )
  const specified = specifiedCalls.flatMap(([, , ...fields]) => fields)
  expect(sent.length).toBeGreaterThan(100)
  const isNamed = (field: string) => fieldInWords(field).every((words) => !words.startsWith('“'))
  expect([...new Set([...specified, ...sent])].filter((field) => !isNamed(field))).toEqual([])
})
