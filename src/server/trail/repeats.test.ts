import { expect, test } from 'vitest'
import type { TrailEvent } from '#domain/trail/trail-line.ts'
import { createRepeats } from './repeats.ts'

const refused: TrailEvent = {
  ...{ at: '2026-01-01T00:00:00.000Z', kind: 'command-refused', account: 'one', role: 'bidder' },
  login: '00000000-0000-4000-8000-000000000001',
  ...{ unit: 'U', address: '10.0.0.1', agent: '', section: null, what: 'EndOpening', code: 'forbidden' },
  ...{ detail: '', count: 1 },
}
const second = 1000
const minute = 60 * second

/** Lines of a clock that the test sets. */
function repeats() {
  let now = 0
  const { take, due } = createRepeats(() => now)
  return {
    take: (event: TrailEvent, at = now) => {
      now = at
      return take(event)
    },
    due: (at: number, all = false) => {
      now = at
      return due(all)
    },
  }
}

test('[TRL-4] equal refusals are one line at once and one for each minute with their number', () => {
  const { take, due } = repeats()
  expect(take(refused, 0)).toEqual(refused)
  for (let i = 1; i <= 500; i++) expect(take({ ...refused, at: `again ${i}` }, i * 100)).toBeNull()
  expect(due(minute - 1)).toEqual([])
  expect(due(minute)).toEqual([{ ...refused, at: 'again 500', count: 500 }])
  expect(take(refused, minute + second)).toBeNull()
  expect(due(minute + 2 * second)).toEqual([])
  expect(due(2 * minute)).toEqual([{ ...refused, count: 1 }])
  // A quiet minute ends it: the next one is a line at once.
  expect(due(3 * minute)).toEqual([])
  expect(take(refused, 3 * minute)).toEqual(refused)
})

test.each([
  { account: 'two' },
  { what: 'StartSigning' },
  { code: 'wrong-status' },
  { address: '10.0.0.2' },
  { section: '00000000-0000-4000-8000-000000000001' },
  { login: '00000000-0000-4000-8000-000000000002' },
] as const)('[TRL-4] a refusal that differs in %o has a line of its own', (other) => {
  const { take } = repeats()
  take(refused)
  expect(take({ ...refused, ...other })).toMatchObject(other)
})

test('[TRL-4] a limit is one line per account and minute, whatever was asked', () => {
  const { take, due } = repeats()
  const limit = (what: string) => take({ ...refused, kind: 'limit', what, address: what })
  expect(limit('StartSigning')).not.toBeNull()
  expect(limit('EndOpening')).toBeNull()
  expect(due(minute)).toMatchObject([{ kind: 'limit', count: 1, what: 'EndOpening' }])
})

test('[TRL-4] an account has a thousand different lines, then thirty a minute; what exceeds them is counted', () => {
  const { take, due } = repeats()
  const lines = (now: number) =>
    Array.from({ length: 3000 }, (_, i) => take({ ...refused, what: `${now} ${i}` }, now)).filter(Boolean)
  const first = lines(0)
  expect(first).toHaveLength(1001)
  const counted = { kind: 'only-counted', account: 'one', what: '', code: null, address: '' }
  expect(first.at(-1)).toMatchObject({ ...counted, count: 1 })
  expect(take({ ...refused, account: 'two' })).not.toBeNull()
  expect(due(minute)).toMatchObject([{ ...counted, count: 1999 }])
  expect(lines(minute)).toHaveLength(30)
})

const stranger: TrailEvent = { ...refused, kind: 'login-refused', login: null }

/** The lines of so many refused logins, each of another account, from these addresses. */
function linesFrom(
  take: (event: TrailEvent) => TrailEvent | null,
  count: number,
  address: (i: number) => string,
) {
  return Array.from({ length: count }, (_, i) =>
    take({ ...stranger, account: `account ${i}`, address: address(i) }),
  ).filter((line) => line !== null)
}

test('[TRL-4] whoever only names an account at a login takes no line from it, and shares those of their network', () => {
  const { take } = repeats()
  const lines = linesFrom(take, 3000, () => '10.0.0.1')
  expect(lines).toHaveLength(401)
  const counted = { kind: 'only-counted', account: 'unknown', role: null, unit: null, count: 1 }
  expect(lines.at(-1)).toMatchObject(counted)
  expect(take(refused)).toEqual(refused)
  expect(take({ ...refused, kind: 'limit', login: null })).toBeNull()
  expect(take({ ...refused, kind: 'limit' })).toMatchObject({ kind: 'limit', account: 'one' })
  expect(take({ ...refused, login: null, account: 'platform', role: 'platform' })).not.toBeNull()
})

test.each([
  ['one address', () => '203.0.113.9', 401],
  ['one /64', (i: number) => `2001:db8:0:1::${i.toString(16)}`, 401],
  ['all of a /48', (i: number) => `2001:db8:0:${i.toString(16)}::1`, 401],
])('[TRL-4] a flood from %s leaves the lines of other networks', (_, address, most) => {
  const { take } = repeats()
  expect(linesFrom(take, 5000, address)).toHaveLength(most)
  expect(linesFrom(take, 50, () => '10.0.0.2')).toHaveLength(50)
  expect(linesFrom(take, 50, () => '2001:db8:ffff::1')).toHaveLength(50)
})

test('[TRL-4] equal refusals from one network are one line, whatever address they come from', () => {
  const { take, due } = repeats()
  expect(take({ ...stranger, address: '2001:db8::1' })).not.toBeNull()
  expect(take({ ...stranger, address: '2001:db8::2' })).toBeNull()
  expect(due(minute)).toMatchObject([{ address: '2001:db8::2', count: 1 }])
})

test('[TRL-4] all those without an account share two thousand lines, then 120 a minute', () => {
  const { take, due } = repeats()
  const address = (i: number) => `10.${i >> 16}.${(i >> 8) % 256}.${i % 256}`
  expect(linesFrom(take, 5000, address)).toHaveLength(2001)
  due(minute)
  expect(linesFrom(take, 5000, (i) => address(i + 5000))).toHaveLength(120)
})

test('[TRL-4] what was counted is written when the server stops', () => {
  const { take, due } = repeats()
  take(refused, 0)
  take(refused, 1)
  expect(due(2, true)).toEqual([{ ...refused, count: 1 }])
})
