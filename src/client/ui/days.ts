import { TZDate } from '@date-fns/tz'
import { addDays, format } from 'date-fns'

/** The instant at which a day (`2026-03-02`) begins in a zone, `later` days on; ISO in UTC. */
export function startOfDay(date: string, timeZone: string, later: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const begin = addDays(new TZDate(year, month - 1, day, timeZone), later)
  return new Date(begin.getTime()).toISOString()
}

/** The last instant of a day in a zone. */
export function endOfDay(date: string, timeZone: string): string {
  return new Date(Date.parse(startOfDay(date, timeZone, 1)) - 1).toISOString()
}

/** The day of an instant (epoch milliseconds) in a zone, as `2026-03-02`. */
export function dayOf(at: number, timeZone: string): string {
  return format(new TZDate(at, timeZone), 'yyyy-MM-dd')
}

/** The same number of days before and after a day: the date filter's default (LST-8). */
export function recentDays(today: string, days: number): { readonly from: string; readonly to: string } {
  const shift = (by: number) => format(addDays(new TZDate(`${today}T00:00:00Z`, 'UTC'), by), 'yyyy-MM-dd')
  return { from: shift(-days), to: shift(days) }
}

/** A typed day as `2026-03-02`; null where it is none. Takes other marks between the figures, and none. */
export function asDay(text: string): string | null {
  const [, year, month = '', day = ''] = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})\D?$/.exec(text.trim()) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(written) ? written : null
}

/** Whether a text is a day as `2026-03-02`. */
export function isDay(text: string): boolean {
  return asDay(text) === text
}
