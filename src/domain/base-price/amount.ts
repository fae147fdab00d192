import type { Figures } from '../submission/figures.ts'

/** A bid's amount in a column; null where it has none, since a figure that is not required may be empty. */
export function amountIn(figures: Figures | null | undefined, column: string): string | null {
  return figures?.[column]?.trim() || null
}
