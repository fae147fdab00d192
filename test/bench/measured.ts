import { performance } from 'node:perf_hooks'
import { GCProfiler } from 'node:v8'

export interface Measured {
  readonly milliseconds: number
  /** By which the heap in use grew at most, as every garbage collection meanwhile left it; at least a tenth. */
  readonly megabytes: number
}

/** Time and memory of some work. Needs `--expose-gc`, so that it starts on a clean heap. */
export async function measured(work: () => Promise<unknown>): Promise<Measured> {
  if (!globalThis.gc) throw new Error('start Node with --expose-gc')
  globalThis.gc()
  const before = bytesInUse()
  const collections = new GCProfiler()
  collections.start()
  const milliseconds = await timed(work)
  const left = collections.stop().statistics.map(({ afterGC: { heapStatistics } }) => {
    return heapStatistics.usedHeapSize + heapStatistics.externalMemory
  })
  globalThis.gc()
  const most = Math.max(...left, bytesInUse())
  return { milliseconds, megabytes: Math.max(0.1, (most - before) / 1e6) }
}

/** Milliseconds of some work. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
