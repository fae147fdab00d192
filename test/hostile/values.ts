import { z } from 'zod'
import { seeded } from '#lib/seeded-random.ts'
import type { Call } from '#protocol/call.ts'
import { type CallName, calls } from '#protocol/calls.ts'
import { type WireCommandType, wireCommands } from '#protocol/wire-command.ts'

/** Chance, from a seed. */
export interface Dice {
  /** A whole number from 0 to below `sides`. */
  roll(sides: number): number
  chance(share: number): boolean
  of<T>(list: readonly T[]): T
}

export function dice(seed: number): Dice {
  const random = seeded(seed)
  const roll = (sides: number) => Math.floor(random() * sides)
  return {
    roll,
    chance: (share) => random() < share,
    of: (list) => list[roll(list.length)] as (typeof list)[number],
  }
}

/** What an attacker knows: ids of sections, files and units, with which input gets further than with invented ones. */
export type Known = readonly string[]

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

const shapes = new Map<string, JsonSchema>()

function shapeOf(name: string, schema: z.ZodType): JsonSchema {
  const known = shapes.get(name)
  if (known) return known
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  shapes.set(name, shape)
  return shape
}

/** The fields of a call's body, query or form, with values that may be right; null if it has none. */
export function inputFor(
  name: CallName,
  part: 'body' | 'query' | 'form',
  random: Dice,
  known: Known,
): unknown {
  const schema = (calls[name] as Call)[part]
  return schema ? plausible(shapeOf(`${name} ${part}`, schema), random, known) : null
}

/** A command's payload with values that may be right. */
export function payloadFor(type: WireCommandType, random: Dice, known: Known): unknown {
  return plausible(shapeOf(`command ${type}`, wireCommands[type]), random, known)
}

/** A value of the schema's type, and now and then one of its field's limits or none at all. */
function plausible(schema: JsonSchema, random: Dice, known: Known): unknown {
  if (random.chance(0.08)) return nasty(random)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.of(schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return plausible(random.of(alternatives), random, known)
  switch (Array.isArray(schema.type) ? random.of(schema.type) : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => !random.chance(0.05))
          .map(([field, inner]) => [field, plausible(inner, random, known)]),
      )
    case 'array':
      return Array.from({ length: random.roll(4) }, () => plausible(schema.items ?? {}, random, known))
    case 'integer':
    case 'number':
      return random.of([
        0,
        1,
        2,
        7,
        45,
        -1,
        schema.minimum ?? 3,
        schema.maximum ?? 100,
        (schema.maximum ?? 0) + 1,
      ])
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return random.chance(0.5) ? random.of(known) : random.of(texts)
  }
}

const texts = [
  '',
  '1',
  '0',
  'true',
  '江河水利建设集团有限公司',
  '100.00',
  '2026-03-02T01:00:00.000Z',
  'null',
  'P-256',
]

const long = 'A'.repeat(20_000)

/** Values that programs stumble over. */
const nastyValues: readonly unknown[] = [
  ...[null, true, -1, 1e308, -0, 2 ** 53, 0.1, [], {}, [[]], [null], { length: 1e9 }],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202etxt.exe',
    '\u200b=1+1',
    '=cmd|x',
    '../../etc/passwd',
    '%00',
    '%2e%2e%2f',
  ],
  ...[
    "' or 1=1 --",
    '"; drop table entry; --',
    `$${'{7*7}'}`,
    '{{7*7}}',
    '<img src=x onerror=alert(1)>',
    '\r\nX-A: b',
  ],
  ...['NaN', 'Infinity', '1e999', '0x10', '９９', '-0', '1'.repeat(400), long, '😀'.repeat(500)],
  { __proto__x: 1, constructor: { prototype: { polluted: true } } },
  { toString: 'x', valueOf: 1, toJSON: {}, hasOwnProperty: 1 },
  JSON.parse('{"__proto__":{"polluted":true}}'),
]

export function nasty(random: Dice): unknown {
  if (random.chance(0.1)) return nest(random.of(nastyValues), 1 + random.roll(60))
  return random.of(nastyValues)
}

function nest(value: unknown, depth: number): unknown {
  return depth === 0 ? value : depth % 2 === 0 ? [nest(value, depth - 1)] : { a: nest(value, depth - 1) }
}

/** JSON text of a value, which is now and then cut, doubled, spoilt by a byte, or none at all. */
export function spoiltJson(value: unknown, random: Dice): Buffer {
  const text = JSON.stringify(value) ?? ''
  const bytes = Buffer.from(text)
  if (!random.chance(0.3) || bytes.length === 0) return bytes
  const at = random.roll(bytes.length)
  switch (random.roll(8)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes, bytes])
    case 2:
      return Buffer.from(text.replace('{', '{"BDGuid":1,"BDGuid":2,"__proto__":{"a":1},'))
    case 3:
      return Buffer.from('['.repeat(1 + random.roll(20_000)))
    case 4:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])
    case 5:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xfe, 0x00]), bytes.subarray(at)])
    default: {
      const flipped = Buffer.from(bytes)
      flipped[at] = random.roll(256)
      return flipped
    }
  }
}

export function uuid(random: Dice): string {
  const hex = Array.from({ length: 32 }, () => random.roll(16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
