/** One line of a benchmark: `value` and `baseline` were measured in the same run, in `unit`. */
export interface Figure {
  readonly name: string
  /** The number of sockets, entries or sessions, as the name says. */
  readonly n: number
  readonly value: number
  readonly unit: string
  readonly baseline: number
  /** value / baseline; not finite where the baseline is 0 */
  readonly ratio: number
}

/** A figure from repeated measurements: the median of each side, at least three of them. */
export function figure(
  name: string,
  n: number,
  unit: string,
  values: readonly number[],
  baselines: readonly number[],
): Figure {
  const value = median(values)
  const baseline = median(baselines)
  return {
    name,
    n,
    value: rounded(value),
    unit,
    baseline: rounded(baseline),
    ratio: rounded(value / baseline),
  }
}

function median(values: readonly number[]): number {
  if (values.length < 3) throw new Error('a median of fewer than three measurements says nothing')
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = sorted.slice(
    sorted.length % 2 ? middle : middle - 1,
    middle + 1,
  )
  return sorted.length % 2 ? low : (low + high) / 2
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

/** The value below which `part` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
