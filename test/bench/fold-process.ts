import { performance } from 'node:perf_hooks'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { asSeen, parsedLog } from './fold-log.ts'
import { type FoldWay, foldAsBare, foldIn } from './fold-ways.ts'
import { answerParent } from './process.ts'

/* A process that folds. Each process compiles the same code differently. */

export interface FoldWork {
  /** Answers as soon as the process is up. */
  ready(): Promise<void>
  /** Entries folded per second, by one way and by the bare loop in turns. */
  compare(input: { readonly way: FoldWay; readonly n: number }): Promise<Rates>
}

interface Rates {
  readonly values: readonly number[]
  readonly baselines: readonly number[]
}

const warmUps = 3
const rounds = 7
/** The least number of entries for one measurement. */
const measured = 300_000

const logs = new Map<string, readonly VisibleEntry[]>()

answerParent<FoldWork>({
  async ready() {},
  async compare({ way, n }) {
    const entries = logOf(n, way)
    const sides = [() => foldAsBare(entries), foldIn(way, entries)] as const
    const rates: Rates & { [side in keyof Rates]: number[] } = { values: [], baselines: [] }
    for (let round = -warmUps; round < rounds; round += 1) {
      // The order alternates too.
      for (const side of round % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const rate = rateOf(n, sides[side])
        if (round >= 0) (side ? rates.values : rates.baselines).push(rate)
      }
    }
    return rates
  },
})

function logOf(n: number, way: FoldWay): readonly VisibleEntry[] {
  const key = `${way === 'server'} ${n}`
  const known = logs.get(key)
  if (known) return known
  const whole = parsedLog(n)
  const entries = way === 'server' ? whole : asSeen(whole)
  // The others would only burden the garbage collector.
  logs.clear()
  logs.set(key, entries)
  return entries
}

/** Runs long enough to be measured; runs per second. */
function rateOf(n: number, work: () => unknown): number {
  globalThis.gc?.()
  const times = Math.ceil(measured / n)
  const started = performance.now()
  for (let i = 0; i < times; i += 1) work()
  return (n * times * 1000) / (performance.now() - started)
}
