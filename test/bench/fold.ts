import { type Figure, figure } from './figure.ts'
import { asSeen, parsedLog } from './fold-log.ts'
import type { FoldWork } from './fold-process.ts'
import { check, foldWays } from './fold-ways.ts'
import { startWorker } from './process.ts'

/*
 * Measures entries folded per second with 1,000 bidders; the baseline is a bare loop over the same entries. It uses
 * several processes, one after another, because each process compiles the loops differently.
 */

const processes = 7
const sizes = [10_000, 100_000]

export async function* bench(): AsyncGenerator<Figure> {
  for (const n of sizes) {
    const entries = parsedLog(n)
    check(entries)
    check(asSeen(entries))
  }
  const workers = Array.from({ length: processes }, () => startWorker<FoldWork>('fold-process.ts'))
  try {
    // Nothing is measured while other processes start.
    await Promise.all(workers.map((worker) => worker.ask('ready')))
    for (const way of foldWays) {
      for (const n of sizes) {
        const values: number[] = []
        const baselines: number[] = []
        for (const worker of workers) {
          const rates = await worker.ask('compare', { way, n })
          values.push(...rates.values)
          baselines.push(...rates.baselines)
        }
        yield figure(`fold-${way}`, n, 'entries/s', values, baselines)
      }
    }
  } finally {
    for (const worker of workers) worker.stop()
  }
}
