/** What a wheel's rows are while it turns or stops: it runs from its first row to row `to`, counted at the window's top. */
export interface ReelStrip {
  readonly rows: readonly { readonly key: string; readonly candidate: string; readonly drawn: boolean }[]
  readonly to: number
}

/** Rows in view above the one that counts, and below it. */
const beside = 2
/** No more pass by than can be followed, however many candidates there are. */
const mostRows = 48
/** Rows that pass while it stops. */
const stopping = 24

/** The candidates once around, or a sample of them, and the first again, so that it turns without a seam. */
export function spinningStrip(candidates: readonly string[]): ReelStrip {
  const every = Math.max(1, Math.ceil(candidates.length / mostRows))
  const sample = candidates.filter((_, i) => i % every === 0)
  const turns = Math.max(1, Math.ceil(12 / sample.length))
  const to = sample.length * turns
  const rows = Array.from({ length: to + 2 * beside + 1 }, (_, i) => rowOf(i, sample[i % sample.length]))
  return { rows, to }
}

/** The candidates that lead to the one drawn, which ends up in the middle of the window. */
export function settlingStrip(candidates: readonly string[], index: number): ReelStrip {
  const { length } = candidates
  const first = index - beside - stopping
  const rows = Array.from({ length: stopping + 2 * beside + 1 }, (_, i) => ({
    ...rowOf(i, candidates[(((first + i) % length) + length) % length]),
    drawn: i === stopping + beside,
  }))
  return { rows, to: stopping }
}

function rowOf(i: number, candidate = ''): ReelStrip['rows'][number] {
  return { key: `row ${i}`, candidate, drawn: false }
}
