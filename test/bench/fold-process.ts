import { performance } from 'node:perf_hooks'
import type { VisibleEntry } from '#domain/log/entry.ts'
import { asSeen, parsedLog } from './fold-log.ts'
import { type FoldWay, foldAsBare, foldIn } from './fold-ways.ts'
import { answerParent } from './process.ts'

/* One process that folds: what the compiler makes of the same code differs from one to the next. */

export interface FoldWork {
  /** Answers as soon as the process is up. */
  ready(): Promise<void>
  /** Entries folded per second, in a way and by the bare loop, in turns. */
  compare(input: { readonly way: FoldWay; readonly n: number }): Promise<Rates>
}

interface Rates {
  readonly values: readonly number[]
  readonly baselines: readonly number[]
}

const warmUps = 3
const rounds = 7
/** How many entries are folded, at least, to be measured. */
const measured = 300_000

const logs = new Map<string, readonly VisibleEntry[]>()

answerParent<FoldWork>({
  async ready() {},
  async compare({ way, n }) {
    const entries = logOf(n, way)
    const sides = [() => foldAsBare(entries), foldIn(way, entries)] as const
    const rates: Rates & { [side in keyof Rates]: number[] } = { values: [], baselines: [] }
    for (let round = -warmUps; round < rounds; round += 1) {
      // Who goes first takes turns too.
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
  // The others would only make the collector's work longer.
  logs.clear()
  logs.set(key, entries)
  return entries
}

/** Per second, over long enough to be measured. */
function rateOf(n: number, work: () => unknown): number {
  globalThis.gc?.()
  const times = Math.ceil(measured / n)
  const started = performance.now()
  for (let i = 0; i < times; i += 1) work()
  return (n * times * 1000) / (performance.now() - started)
}
