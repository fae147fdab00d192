import { useMemo } from 'react'
import { useEachSecond } from '#client/store/use-each-second.ts'
import { useVariant } from '#client/store/variant.tsx'
import { dayOf, recentDays } from '#client/ui/days.ts'
import type { ListQuery } from './section-list-address.ts'
import type { CompleteQuery } from './use-sections.ts'

/**
 * The address's query with its defaults filled in: the recent days by the server's clock, and the variant's page size.
 * A text is searched on all days (LST-12).
 * Null until the clock is known.
 */
export function useCompleteQuery(query: ListQuery, offset: number | null): CompleteQuery | null {
  const { hall, timeZone } = useVariant()
  const { tab, onlyNew, filter, sort, page } = query
  const filters: readonly string[] = tab === 'open' ? hall.openFilters : hall.endedFilters
  const byDates = filters.includes('dates')
  const today = useEachSecond(() => (offset === null ? null : dayOf(Date.now() + offset, timeZone)))
  const pageSize = query.pageSize ?? hall.pageSize

  return useMemo(() => {
    if (today === null) return null
    const defaults = byDates ? recentDays(today, hall.recentDays) : { from: '', to: '' }
    const dates = filter.text === '' ? (filter.dates ?? defaults) : { from: '', to: '' }
    const complete = { ...filter, dates }
    return { tab, onlyNew, filter: complete, sort, page, pageSize, timeZone }
  }, [today, byDates, hall.recentDays, tab, onlyNew, filter, sort, page, pageSize, timeZone])
}
