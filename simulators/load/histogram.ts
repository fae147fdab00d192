/**
 * Number of measurements in buckets that grow by 2 %: millions of measurements stay small and can be added up across
 * processes.
 */
export type Histogram = Map<number, number>

const growth = Math.log(1.02)

/** Percentiles of `count` measurements in milliseconds, each within 1 %. */
export interface Percentiles {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Counts a measurement in milliseconds; below 0 counts as 0, since clocks count in whole milliseconds. */
export function count(histogram: Histogram, milliseconds: number, times = 1): void {
  const bucket = Math.round(Math.log1p(Math.max(0, milliseconds)) / growth)
  histogram.set(bucket, (histogram.get(bucket) ?? 0) + times)
}

export function addAll(into: Histogram, from: Histogram): void {
  for (const [bucket, times] of from) into.set(bucket, (into.get(bucket) ?? 0) + times)
}

/** Null when nothing was measured. */
export function percentiles(histogram: Histogram): Percentiles | null {
  const buckets = [...histogram].sort(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, times]) => sum + times, 0)
  if (total === 0) return null
  const at = (share: number) => {
    let seen = 0
    const found = buckets.find(([, times]) => {
      seen += times
      return seen >= share * total
    })
    return middleOf(found?.[0] ?? 0)
  }
  return { count: total, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

function middleOf(bucket: number): number {
  return Math.round(Math.expm1(bucket * growth) * 100) / 100
}
