import type { Clock } from '#lib/ports.ts'
import type { Refusal } from '../refusal.ts'
import type { HallClock } from './hall-clock.ts'

/**
 * A moment that has passed, in epoch ms: when it was, as far as this node knows by now. Each reading of the database's
 * clock may correct it.
 */
export type Moment = () => number

/** How the authority learns when commands came. */
export interface HallTime {
  /** Why this node takes no commands of people now (DBC-3); null when it does. */
  refusal(): Promise<Refusal | null>
  /** The present moment. */
  moment(): Moment
  /** Reads the database's clock, so that moments before are known to half a round trip. */
  read(): Promise<void>
}

/** A reading that is no more precise (ms) is repeated, so many times at most: the database may be slow for a moment. */
const preciseMilliseconds = 50
const mostReadings = 5

/** `clock` follows the hall's, but may be ahead of it in tests. `read` reads the database's clock once. */
export function createHallTime(
  clock: Clock,
  hallClock: Pick<HallClock, 'monotonic' | 'at' | 'bound'>,
  read: () => Promise<void>,
  refusal: HallTime['refusal'],
): HallTime {
  return {
    refusal,
    moment: () => momentOf(clock, hallClock),
    read: oncePerDemand(() => readPrecisely(hallClock, read)),
  }
}

/** Readings until one is precise. */
export async function readPrecisely(
  hallClock: Pick<HallClock, 'bound'>,
  read: () => Promise<void>,
): Promise<void> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    await read()
    if (hallClock.bound() <= preciseMilliseconds) return
  }
}

/** A clock that is right by itself. */
export function rightTime(clock: Clock): HallTime {
  return {
    refusal: async () => null,
    moment() {
      const now = clock()
      return () => now
    },
    read: async () => {},
  }
}

function momentOf(clock: Clock, hallClock: Pick<HallClock, 'monotonic' | 'at'>): Moment {
  const at = hallClock.monotonic()
  const shown = clock()
  const known = hallClock.at(at)
  return () => Math.round(shown + hallClock.at(at) - known)
}

/** Does work that begins after it was asked for; whoever asks while one is under way shares the next one. */
function oncePerDemand(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function start(): Promise<void> {
    running = work().finally(() => {
      running = null
    })
    return running
  }

  async function startNext(before: Promise<void>): Promise<void> {
    await before.catch(() => {})
    next = null
    return start()
  }

  return () => {
    if (!running) return start()
    next ??= startNext(running)
    return next
  }
}
