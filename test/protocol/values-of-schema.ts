import fc from 'fast-check'
import { z } from 'zod'

/** The part of JSON Schema that zod writes for the wire's schemas. */
interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** Texts that the reader of a value knows, so that not all generated texts are unknown to it. */
export interface Known {
  readonly uuids: readonly string[]
  readonly texts: readonly string[]
}

/** Values that a schema takes, as JSON. */
export function valuesOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema
  return arbitraryOf(json, known).filter((value) => schema.safeParse(value).success)
}

function arbitraryOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, known)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type }, known)))
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 60 }), fc.double({ noDefaultInfinity: true, noNaN: true }))
    case 'string':
      return textOf(schema, known)
    case 'array': {
      const items = arbitraryOf(schema.items ?? {}, known)
      return fc.array(items, schema.maxItems === undefined ? {} : { maxLength: schema.maxItems })
    }
    case 'object':
      return objectOf(schema, known)
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`)
  }
}

function textOf({ format, pattern, maxLength = 100 }: JsonSchema, known: Known): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.uuids), fc.uuid())
  if (format === 'base64') return fc.base64String()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(fc.constantFrom(...known.texts), fc.string({ unit: 'grapheme', maxLength }))
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field, known)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
}
