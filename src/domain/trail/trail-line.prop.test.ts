import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beforeTrail,
  firstTrailBreak,
  recordTrailLine,
  type TrailEvent,
  type TrailLine,
  trailKinds,
  trailLineSchema,
} from './trail-line.ts'

const trailId = '00000000-0000-4000-8000-000000000001'

const events: fc.Arbitrary<TrailEvent> = fc.record({
  at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString()),
  kind: fc.constantFrom(...trailKinds),
  login: fc.option(fc.uuid({ version: 4 })),
  account: fc.string(),
  role: fc.option(fc.constantFrom('bidder' as const, 'supervisor' as const)),
  unit: fc.option(fc.string()),
  address: fc.ipV4(),
  agent: fc.string({ unit: 'binary' }),
  section: fc.option(fc.uuid({ version: 4 })),
  what: fc.string(),
  code: fc.option(fc.string()),
  detail: fc.string(),
  count: fc.integer({ min: 1, max: 1e9 }),
})

const trails = fc.array(events, { minLength: 2, maxLength: 12 }).map(trailOf)

function trailOf(happened: readonly TrailEvent[]): TrailLine[] {
  const lines: TrailLine[] = []
  for (const event of happened) lines.push(recordTrailLine(event, lines.at(-1) ?? beforeTrail(trailId)))
  return lines
}

test('[TRL-1] a trail is whole, line by line in its schema', () => {
  fc.assert(
    fc.property(trails, (lines) => {
      expect(firstTrailBreak(trailId, lines)).toBeNull()
      for (const line of lines) expect(trailLineSchema.parse(line)).toEqual(line)
    }),
  )
})

test('[TRL-1] a changed, missing, repeated or moved line breaks the trail where it stands', () => {
  fc.assert(
    fc.property(trails, fc.nat(), fc.constantFrom(...damages), (lines, place, damage) => {
      const at = place % (lines.length - 1)
      expect(firstTrailBreak(trailId, damage(lines, at))).not.toBeNull()
      expect(firstTrailBreak(trailId, damage(lines, at)) ?? 0).toBeGreaterThan(at)
    }),
  )
})

test('[TRL-1] a trail of another hall does not begin like this one', () => {
  const [event] = fc.sample(events, 1)
  expect(event && firstTrailBreak(crypto.randomUUID(), trailOf([event]))).toBe(1)
})

const damages: ((lines: readonly TrailLine[], at: number) => TrailLine[])[] = [
  (lines, at) => lines.map((line, i) => (i === at ? { ...line, account: `${line.account}x` } : line)),
  (lines, at) => lines.map((line, i) => (i === at ? { ...line, count: line.count + 1 } : line)),
  (lines, at) => lines.filter((_, i) => i !== at),
  (lines, at) => lines.flatMap((line, i) => (i === at ? [line, line] : [line])),
  (lines, at) => [...lines.slice(0, at), ...lines.slice(at, at + 2).reverse(), ...lines.slice(at + 2)],
]
