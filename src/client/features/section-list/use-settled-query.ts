import { useMemo } from 'react'
import { useVariant } from '#client/store/variant.tsx'
import { dayOf, recentDays } from './days.ts'
import type { ListQuery } from './section-list-address.ts'
import type { SettledQuery } from './use-sections.ts'

/**
 * The address's query with its defaults filled in: the recent days by the server's clock, and the variant's page size.
 * Null until the clock is known.
 */
export function useSettledQuery(query: ListQuery, now: number | null): SettledQuery | null {
  const { hall, timeZone } = useVariant()
  const { tab, onlyNew, filter, sort, page } = query
  const filters: readonly string[] = tab === 'open' ? hall.openFilters : hall.endedFilters
  const byDates = filters.includes('dates')
  const today = now === null ? null : dayOf(now, timeZone)
  const pageSize = query.pageSize ?? hall.pageSize

  return useMemo(() => {
    if (today === null) return null
    const usual = byDates ? recentDays(today, hall.recentDays) : { from: '', to: '' }
    const settled = { ...filter, dates: filter.dates ?? usual }
    return { tab, onlyNew, filter: settled, sort, page, pageSize, timeZone }
  }, [today, byDates, hall.recentDays, tab, onlyNew, filter, sort, page, pageSize, timeZone])
}
