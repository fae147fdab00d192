const day = 86_400_000

/** The instant at which a day (`2026-03-02`) begins in a zone, `later` days on; ISO in UTC. */
export function startOfDay(date: string, timeZone: string, later: number): string {
  const utc = Date.parse(`${date}T00:00:00.000Z`) + later * day
  // Twice, for the days on which a zone changes its offset.
  const guess = utc - offsetAt(utc, timeZone)
  return new Date(utc - offsetAt(guess, timeZone)).toISOString()
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}.000Z`) - Math.floor(instant / 1000) * 1000
}
