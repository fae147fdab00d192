/** The rows of a turning or stopping wheel: its topmost visible row runs from the first to row `to`. */
export interface ReelStrip {
  readonly rows: readonly { readonly key: string; readonly candidate: string; readonly drawn: boolean }[]
  readonly to: number
}

/** Visible rows above and below the middle one. */
const beside = 2
/** The most rows of one turn: longer lists are sampled. */
const mostRows = 48
/** Rows that pass while the wheel stops. */
const stoppingRows = 24

/** All candidates, or a sample of them, and the first ones again, so that the loop is seamless. */
export function spinningStrip(candidates: readonly string[]): ReelStrip {
  const every = Math.max(1, Math.ceil(candidates.length / mostRows))
  const sample = candidates.filter((_, i) => i % every === 0)
  const turns = Math.max(1, Math.ceil(12 / sample.length))
  const to = sample.length * turns
  const rows = Array.from({ length: to + 2 * beside + 1 }, (_, i) => rowOf(i, sample[i % sample.length]))
  return { rows, to }
}

/** The candidates up to the drawn one, which stops in the middle. */
export function settlingStrip(candidates: readonly string[], index: number): ReelStrip {
  const { length } = candidates
  const first = index - beside - stoppingRows
  const rows = Array.from({ length: stoppingRows + 2 * beside + 1 }, (_, i) => ({
    ...rowOf(i, candidates[(((first + i) % length) + length) % length]),
    drawn: i === stoppingRows + beside,
  }))
  return { rows, to: stoppingRows }
}

function rowOf(i: number, candidate = ''): ReelStrip['rows'][number] {
  return { key: `row ${i}`, candidate, drawn: false }
}
