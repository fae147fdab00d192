import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns'

/** The instant at which a day (`2026-03-02`) begins in a zone, `later` days on; ISO in UTC. */
export function startOfDay(date: string, timeZone: string, later: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const begin = addDays(new TZDate(year, month - 1, day, timeZone), later)
  return new Date(begin.getTime()).toISOString()
}
