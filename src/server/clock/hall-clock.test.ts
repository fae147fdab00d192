import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClockGate, createClockReport } from './clock-gate.ts'
import { createHallClock } from './hall-clock.ts'

const start = 1_800_000_000_000

/** A hall clock whose machine's clock is `ahead` of the database's; `read` asks with these delays there and back. */
function fixture(ahead: number) {
  let passed = 0
  let suspended = 0
  let database = start
  let machine = start + ahead
  const clock = createHallClock(
    () => machine,
    () => passed - suspended,
  )
  const pass = (milliseconds: number) => {
    passed += milliseconds
    database += milliseconds
    machine += milliseconds
  }
  return {
    clock,
    pass,
    databaseNow: () => database,
    /** The machine's clock is set; the database's is not. */
    setMachine: (by: number) => {
      machine += by
    },
    /** The machine sleeps: its monotonic clock stands still. */
    suspend(milliseconds: number) {
      pass(milliseconds)
      suspended += milliseconds
    },
    read(there = 1, back = 1) {
      const asked = clock.monotonic()
      pass(there)
      const shown = database
      pass(back)
      clock.observe(asked, shown)
    },
  }
}

test('[DBC-1] the hall’s time is the database’s to half a round trip, whatever the machine’s clock shows', () => {
  const delay = fc.integer({ min: 0, max: 400 })
  const reading = fc.record({ there: delay, back: delay, after: fc.integer({ min: 0, max: 3000 }) })
  const stories = fc.record({
    ahead: fc.integer({ min: -90_000, max: 90_000 }),
    readings: fc.array(reading, { minLength: 1, maxLength: 12 }),
  })
  fc.assert(
    fc.property(stories, ({ ahead, readings }) => {
      const { clock, pass, read, databaseNow } = fixture(ahead)
      for (const { there, back, after } of readings) {
        read(there, back)
        pass(after)
        expect(Math.abs(clock.now() - databaseNow())).toBeLessThanOrEqual(Math.ceil(clock.bound()))
      }
    }),
    { seed: 20261124, numRuns: 500 },
  )
})

test('a slow answer does not spoil what a quick one has shown', () => {
  const { clock, read, databaseNow } = fixture(0)
  read(1, 1)
  read(2000, 0)
  expect(clock.now()).toBe(databaseNow())
  read(0, 3000)
  expect(clock.now()).toBe(databaseNow())
})

test('before the first reading it shows the machine’s time, which is uncertain', () => {
  const { clock } = fixture(7000)
  expect([clock.now(), clock.bound()]).toEqual([start + 7000, Number.POSITIVE_INFINITY])
})

test('setting the machine’s clock does not change the hall’s', () => {
  const { clock, read, setMachine, pass, databaseNow } = fixture(0)
  read()
  setMachine(90_000)
  pass(500)
  expect([clock.now(), clock.machineAhead()]).toEqual([databaseNow(), 90_000])
})

test('after the machine was suspended the time is uncertain until the next reading', () => {
  const { clock, read, suspend, databaseNow } = fixture(0)
  read()
  suspend(60_000)
  expect(clock.bound()).toBe(Number.POSITIVE_INFINITY)
  read()
  expect([clock.now(), clock.bound() < 5]).toEqual([databaseNow(), true])
})

test.each([
  [4000, null],
  [-4000, null],
  [90_000, { code: 'node-clock-off', params: { seconds: 90 } }],
  [-90_000, { code: 'node-clock-off', params: { seconds: 90 } }],
])('[DBC-3] given a machine %i ms off, when a command comes, then %j', async (ahead, expected) => {
  const { clock, read } = fixture(ahead)
  const gate = createClockGate(clock, async () => read())
  expect(await gate()).toEqual(expected)
})

test('[DBC-3] the operator reads when a node’s clock is off, far off, and right again', () => {
  const { clock, read, setMachine } = fixture(0)
  const said: string[] = []
  const logger = {
    warn: (_facts: unknown, text: string) => said.push(`warn ${text}`),
    error: (_facts: unknown, text: string) => said.push(`error ${text}`),
  }
  const report = createClockReport(clock, logger as never)
  for (const by of [0, 2000, 0, 60_000, -62_000]) {
    setMachine(by)
    read()
    report()
  }
  expect(said).toEqual([
    'warn the clock of this machine is off the database’s',
    'error the clock of this machine is so far off the database’s that it takes no commands',
    'warn the clock of this machine agrees with the database’s again',
  ])
})
