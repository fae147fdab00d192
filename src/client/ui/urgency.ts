/** The minutes below which a deadline is warned of. */
export type Urgency = 5 | 1

const minute = 60_000

/**
 * How close a deadline is; null while there is time, and once it is over. A window (`whole`, in milliseconds) no longer
 * than the warning's lead is not warned of by it, as with the spoken warnings (SES-8).
 */
export function urgencyOf(milliseconds: number, whole: number | null = null): Urgency | null {
  const warns = (lead: Urgency) =>
    milliseconds > 0 && milliseconds <= lead * minute && (whole === null || whole > lead * minute)
  if (warns(1)) return 1
  return warns(5) ? 5 : null
}

/** Colour and weight for an urgency. */
export function urgencyLooks(urgency: Urgency | null) {
  if (urgency === null) return { fontWeight: 'semibold' } as const
  if (urgency === 5) return { color: 'fg.warning', fontWeight: 'semibold' } as const
  return { color: 'fg.error', fontWeight: 'bold' } as const
}
