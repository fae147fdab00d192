import fc from 'fast-check'
import type { Viewer } from '#domain/session/actor.ts'
import { viewers } from '#test/support/opening-log.ts'
import type { NetworkConditions } from './network.ts'
import { type forgeries, scriptLength } from './simulated-log.ts'

/** Faults happen before this; the story ends at `endAt`. Milliseconds. */
export const quietAt = 25_000
export const endAt = 75_000
/** When a forger acts: every client has caught up. */
export const forgedAt = 50_000
/** Every story has at least so many faults. */
export const leastFaults = 5

export type Fault = { readonly at: number } & (
  | { readonly kind: 'cut' }
  /** A reader that does not drain is disconnected. */
  | { readonly kind: 'slow-reader' }
  | { readonly kind: 'conditions'; readonly conditions: NetworkConditions }
  | { readonly kind: 'node-death'; readonly node: number; readonly ms: number }
  /** The socket is lost for a while, so that only polls are left. */
  | { readonly kind: 'no-socket'; readonly ms: number }
  | { readonly kind: 'half-open'; readonly ms: number }
  /** Commands are refused for too many requests, or because the login has ended, for a while. */
  | { readonly kind: 'throttled'; readonly ms: number }
  | { readonly kind: 'logged-out'; readonly ms: number }
  /** The local clock is set. */
  | { readonly kind: 'clock-jump'; readonly by: number }
  /** A backup of so many entries is restored, under another epoch. */
  | { readonly kind: 'restore'; readonly length: number }
)

export interface Story {
  /** Decides what the network does within these conditions. */
  readonly seed: number
  readonly viewer: Viewer
  readonly faults: readonly Fault[]
  /** When the opening's next event happens. */
  readonly events: readonly number[]
  /** When the client sends a command; `refused` ones must not get into the log. */
  readonly commands: readonly { readonly at: number; readonly refused: boolean }[]
  /** When the client asks for earlier entries. */
  readonly looksBack: readonly number[]
  /** A client that lacks more entries than this gets a snapshot. */
  readonly snapshotBeyond: number
  /** The client keeps so many entries, and reads the others back at the end. */
  readonly keeps: number
  /** Whether the client ends up live or polling. */
  readonly ends: 'socket' | 'polls'
  /** Once all is quiet, the hall's log is forged; never in an honest story. */
  readonly forged?: (typeof forgeries)[number]
  readonly skew: number
}

const moment = fc.integer({ min: 1, max: quietAt - 1 })
const length = fc.integer({ min: 1, max: 12_000 })
const chance = fc.integer({ min: 0, max: 6 }).map((tenths) => tenths / 10)
const conditions: fc.Arbitrary<NetworkConditions> = fc
  .record({
    loss: chance,
    doubling: chance,
    delayMs: fc.constantFrom(5, 300, 3000, 8000),
    failedRequests: chance,
  })
  // Good conditions are no fault.
  .map((drawn) => (isGood(drawn) ? { ...drawn, loss: 0.3 } : drawn))

function isGood({ loss, doubling, delayMs, failedRequests }: NetworkConditions): boolean {
  return loss + doubling + failedRequests === 0 && delayMs < 300
}

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('conditions'), at: moment, conditions }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut'), at: moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('slow-reader'), at: moment }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('node-death'),
      at: moment,
      node: fc.constantFrom(0, 1),
      ms: length,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('no-socket'), at: moment, ms: length }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('half-open'), at: moment, ms: length }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('throttled'), at: moment, ms: length }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('logged-out'), at: moment, ms: length }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock-jump'),
      at: moment,
      by: fc.constantFrom(-86_400_000, -3000, 700, 5000, 3_600_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restore'),
      at: moment,
      length: fc.integer({ min: 1, max: scriptLength }),
    }),
  },
)

export const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.integer(),
  viewer: fc.constantFrom(...viewers),
  faults: fc.array(fault, { minLength: leastFaults, maxLength: 10 }),
  events: fc.array(moment, { minLength: 1, maxLength: 25 }),
  commands: fc.array(fc.record({ at: moment, refused: fc.boolean() }), { maxLength: 3 }),
  looksBack: fc.array(moment, { maxLength: 2 }),
  snapshotBeyond: fc.constantFrom(2, 6, 2000),
  keeps: fc.constantFrom(1, 5, 20_000),
  ends: fc.constantFrom('socket', 'polls'),
  skew: fc.integer({ min: -5_000_000, max: 5_000_000 }),
})
