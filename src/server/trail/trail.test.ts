import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TrailEvent } from '#domain/trail/trail-line.ts'
import { createTrail, type Happened, nobody } from './trail.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const happened = (what: string, kind: Happened['kind'] = 'command-refused'): Happened => {
  const login = '00000000-0000-4000-8000-000000000001'
  return { kind, who: { ...nobody, login, account: what }, from: { address: '10.0.0.1', agent: 'x' }, what }
}

/** A trail on a store whose next answers can be made to fail. */
function trailOn() {
  const written: TrailEvent[] = []
  const batches: number[] = []
  const store = { failing: false, written, batches }
  const trail = createTrail({
    async append(events) {
      await Promise.resolve()
      if (store.failing) throw new Error('away')
      batches.push(events.length)
      written.push(...events)
    },
    clock: () => Date.now(),
    logger: pino({ level: 'silent' }),
  })
  return { ...store, store, trail, whats: () => written.map(({ what }) => what) }
}

test('[TRL-3] refusals wait for the next batch and are written in order', async () => {
  const { trail, whats, batches } = trailOn()
  for (const what of ['a', 'b', 'c']) trail.note(happened(what))
  await vi.advanceTimersByTimeAsync(900)
  expect(whats()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect([whats(), batches]).toEqual([['a', 'b', 'c'], [3]])
  await trail.stop()
})

test('[TRL-3] a login is written before its answer, after the refusals before it', async () => {
  const { trail, whats } = trailOn()
  trail.note(happened('a'))
  await trail.write(happened('b', 'login'))
  expect(whats()).toEqual(['a', 'b'])
  await Promise.all(['c', 'd', 'e'].map((what) => trail.write(happened(what, 'login'))))
  expect(whats()).toEqual(['a', 'b', 'c', 'd', 'e'])
  await trail.stop()
})

test('[TRL-3] while the database is away lines wait and a login fails; afterwards all are written once', async () => {
  const { trail, store, whats } = trailOn()
  store.failing = true
  trail.note(happened('a'))
  await expect(trail.write(happened('b', 'login'))).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(3000)
  trail.note(happened('c'))
  store.failing = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(whats()).toEqual(['a', 'b', 'c'])
  await trail.stop()
})

test('[TRL-4] at most 5,000 lines wait; what comes then is counted', async () => {
  const { trail, store, written, batches } = trailOn()
  store.failing = true
  for (let i = 0; i < 7000; i++) trail.note(happened(`account ${i}`))
  await vi.advanceTimersByTimeAsync(1000)
  store.failing = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(written).toHaveLength(5001)
  expect(written.at(-1)).toMatchObject({ kind: 'only-counted', account: 'unknown', count: 2000 })
  expect(Math.max(...batches)).toBe(500)
  await trail.stop()
})

test('[TRL-2] the client’s name for itself is cleaned and cut', async () => {
  const { trail, written } = trailOn()
  const agent = `\u202eb\u0000rowser ${'x'.repeat(5000)}`
  await trail.write({ ...happened('a'), from: { address: '', agent } })
  expect(written[0]?.agent).toBe(`browser ${'x'.repeat(152)}`)
  await trail.stop()
})

test('[TRL-3] what waits and what was counted is written when the server stops', async () => {
  const { trail, written } = trailOn()
  for (let i = 0; i < 3; i++) trail.note(happened('a'))
  await trail.stop()
  expect(written.map(({ what, count }) => [what, count])).toEqual([
    ['a', 1],
    ['a', 2],
  ])
})
