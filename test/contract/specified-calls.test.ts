import { expect, test } from 'vitest'
import { describeApi } from '#server/transport/describe-api.ts'
import { specifiedCalls } from './specified-calls.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>
  }
}

/** The input fields of an operation, wherever they stand. */
function fieldsOf({ parameters = [], requestBody }: Operation): string[] {
  const bodies = Object.values(requestBody?.content ?? {})
  return [
    ...parameters.map(({ name }) => name),
    ...bodies.flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
  ]
}

test('[REST-1] the API description has the specified calls at their path and method, with their fields', async () => {
  const { paths } = (await describeApi()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  const missing = specifiedCalls.flatMap(([method, path, ...fields]) => {
    const operation = paths[`/api/${path}`]?.[method.toLowerCase()]
    if (!operation) return [`${method} ${path}`]
    const known = fieldsOf(operation)
    return fields.filter((field) => !known.includes(field)).map((field) => `${method} ${path}: ${field}`)
  })
  expect(missing).toEqual([])
})
