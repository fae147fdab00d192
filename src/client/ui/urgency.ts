/** The minutes below which a deadline is warned of. */
export type Urgency = 5 | 1

const minute = 60_000

/** How close a deadline is; null while there is time, and once it is over. */
export function urgencyOf(milliseconds: number): Urgency | null {
  if (milliseconds <= 0 || milliseconds > 5 * minute) return null
  return milliseconds <= minute ? 1 : 5
}

/** Colour and weight for an urgency. */
export function urgencyLooks(urgency: Urgency | null) {
  if (urgency === null) return { fontWeight: 'semibold' } as const
  if (urgency === 5) return { color: 'fg.warning', fontWeight: 'semibold' } as const
  return { color: 'fg.error', fontWeight: 'bold' } as const
}
