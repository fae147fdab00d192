import { canonicalJson } from '#domain/log/canonical-json.ts'

/*
 * Random changes of an exported log, one at a time: lines and bytes cut off, lines swapped, doubled or left out, fields
 * doubled or added, false private fields, visible entries made hidden, altered values and hashes, another way of writing.
 */

/** A changed export; `seq`: the entry that was changed, null where it was the file's form or its first line. */
export interface Mutation {
  readonly kind: Kind
  readonly seq: number | null
  readonly text: string
}

type Line = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

/** Random numbers from 0 to `below` - 1, and one of a list. */
interface Chance {
  below(limit: number): number
  of<T>(list: readonly T[]): T
}

interface Source {
  readonly text: string
  /** The first line first. */
  readonly lines: readonly string[]
  readonly chance: Chance
}

/** One change; null where this export offers no place for it. */
type Mutate = (source: Source) => Omit<Mutation, 'kind'> | null

/** Changes an export in a random way; `random` yields numbers from 0 to 1. */
export function mutated(text: string, random: () => number): Mutation {
  const chance: Chance = {
    below: (limit) => Math.floor(random() * limit),
    of: (list) => list[Math.floor(random() * list.length)] as never,
  }
  const lines = text.trimEnd().split('\n')
  for (;;) {
    const kind = chance.of(kinds)
    const change = mutations[kind]({ text, lines, chance })
    if (change !== null && change.text !== text) return { kind, ...change }
  }
}

const mutations = {
  'cut by lines': ({ lines, chance }) => ({
    seq: null,
    text: joined(lines.slice(0, chance.below(lines.length))),
  }),
  'cut by bytes': ({ text, chance }) => {
    const bytes = Buffer.from(text)
    return { seq: null, text: bytes.subarray(0, chance.below(bytes.length)).toString('utf8') }
  },
  'a line left out': ({ lines, chance }) => {
    const at = chance.below(lines.length)
    return { seq: at, text: joined(lines.toSpliced(at, 1)) }
  },
  'a line doubled': ({ lines, chance }) => {
    const [from, to] = [chance.below(lines.length), chance.below(lines.length + 1)]
    return { seq: from, text: joined(lines.toSpliced(to, 0, lines[from] ?? '')) }
  },
  'lines swapped': ({ lines, chance }) => {
    const [one, other] = [chance.below(lines.length), chance.below(lines.length)]
    const swapped = lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '')
    return { seq: one, text: joined(swapped) }
  },
  'a field doubled': (source) =>
    inLine(source, source.chance.below(source.lines.length), (line, chance) => {
      const [path, key, value] = fieldIn(line, chance)
      const marked = changed(line, path, (object) => ({ ...(object as Line), '@': 0 }))
      const twin = `${JSON.stringify(key)}:${canonicalJson(chance.of([value, 'another', null]))}`
      return canonicalJson(marked).replace('"@":0', twin)
    }),
  'a field added': (source) =>
    inLine(source, source.chance.below(source.lines.length), (line, chance) => {
      const [path] = fieldIn(line, chance)
      const key = chance.of(['note', '__proto__', 'value', 'type', ' seq', 'damage'])
      const value = chance.of([chance.below(9), null, '', 'none'])
      return canonicalJson(changed(line, path, (object) => withField(object as Line, key, value)))
    }),
  'a false private field': (source) =>
    inLine(source, visibleLine(source), (line, chance) => {
      const field = chance.of([...Object.keys(line.commitments as Line), 'price', 'blind'])
      const revealed = { salt: '0'.repeat(32), value: chance.of(['100.00', null, {}]) }
      return canonicalJson({ ...line, private: { [field]: revealed } })
    }),
  'made hidden': (source) =>
    inLine(source, visibleLine(source), ({ seq, hash }) => canonicalJson({ seq, hash })),
  'a value altered': (source) =>
    inLine(source, source.chance.below(source.lines.length), (line, chance) => {
      const path = chance.of(leavesOf(line))
      return canonicalJson(changed(line, path, (value) => otherValue(value, chance)))
    }),
  'a hash altered': (source) =>
    inLine(source, 1 + source.chance.below(source.lines.length - 1), (line, chance) => {
      const digit = chance.below(64)
      const hash = String(line.hash)
      const other = ((Number.parseInt(hash.charAt(digit), 16) + 1 + chance.below(15)) % 16).toString(16)
      return canonicalJson({ ...line, hash: hash.slice(0, digit) + other + hash.slice(digit + 1) })
    }),
  'written otherwise': ({ text, lines, chance }) => {
    const at = chance.below(lines.length)
    const line = lines[at] ?? ''
    const ways = [
      ` ${line}`,
      line.replace(',', ', '),
      `${line}\r`,
      `${line}\n`,
      line.replace('"', '\ufeff"'),
      line.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse())),
      line.replace(/:(\d+)/, ':$1.0'),
    ]
    const whole = chance.below(10) === 0 ? chance.of([text.trimEnd(), `\ufeff${text}`, `${text}\n`]) : null
    return { seq: at, text: whole ?? joined(lines.with(at, chance.of(ways))) }
  },
} as const satisfies Readonly<Record<string, Mutate>>

type Kind = keyof typeof mutations
export const kinds = Object.keys(mutations) as Kind[]

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

function inLine(
  { lines, chance }: Source,
  at: number | null,
  change: (line: Line, chance: Chance) => string,
): Omit<Mutation, 'kind'> | null {
  if (at === null) return null
  const text = joined(lines.with(at, change(JSON.parse(lines[at] ?? ''), chance)))
  return { seq: at === 0 ? null : at, text }
}

/** The place of a line whose entry is visible. */
function visibleLine({ lines, chance }: Source): number | null {
  const places = lines.flatMap((line, at) => (at > 0 && line.includes('"type":') ? [at] : []))
  return places.length > 0 ? chance.of(places) : null
}

/** A field somewhere in a line: the object that it is in, its name and its value. */
function fieldIn(line: Line, chance: Chance): readonly [Path, string, unknown] {
  const path = chance.of(leavesOf(line).filter((leaf) => typeof leaf.at(-1) === 'string'))
  const above = path.slice(0, -1)
  const object = above.reduce<unknown>((value, key) => (value as Line)[key], line) as Line
  const key = String(path.at(-1))
  return [above, key, object[key]]
}

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value)
  if (inner.length === 0) return []
  return inner.flatMap(([key, part]) => leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key]))
}

function changed(value: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (Array.isArray(value)) return value.map((part, i) => (i === key ? changed(part, rest, change) : part))
  const record = value as Line
  return { ...record, [key]: changed(record[key], rest, change) }
}

/** Also one of the name `__proto__`, which an assignment would not add. */
function withField(object: Line, key: string, value: unknown): Line {
  return Object.fromEntries([...Object.entries(object), [key, value]])
}

function otherValue(value: unknown, chance: Chance): unknown {
  if (typeof value === 'number') return value + chance.of([-1, 1, 0.5, 1000])
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return chance.of([0, '', false])
  const at = chance.below(value.length + 1)
  return chance.of([value.slice(0, at) + chance.of(['0', 'x', '一']) + value.slice(at + 1), `${value} `, ''])
}
