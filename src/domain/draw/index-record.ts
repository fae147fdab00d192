import { type Draws, drawsOf } from './draw-state.ts'

/** One drawn index, as the record of random draws lists it (DRW-21). */
export interface IndexDrawRow {
  readonly number: number
  readonly drawId: string
  readonly subject: string
  readonly drawer: string
  /** All candidates, in the order in which they were drawn from. */
  readonly candidates: readonly string[]
  readonly value: string
  readonly at: string
}

/** The decided draws of a random index, such as those by which bidders are selected, in the order of their declaration. */
export function indexDrawRows(state: Draws): IndexDrawRow[] {
  const drawn = drawsOf(state).flatMap(({ id, kind, subject, parts, outcome }) => {
    const [part] = parts
    const result = outcome?.results[0]
    if (kind !== 'random-index' || !part || !outcome || !result) return []
    const { drawer, candidates } = part
    return [{ drawId: id, subject, drawer, candidates, value: result.value, at: outcome.at }]
  })
  return drawn.map((row, i) => ({ number: i + 1, ...row }))
}
