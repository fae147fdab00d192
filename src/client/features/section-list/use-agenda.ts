import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEachSecond } from '#client/store/use-each-second.ts'
import { useVariant } from '#client/store/variant.tsx'
import type { RowGroup } from '#client/ui/data-table.ts'
import { useTimeFormat } from '#client/ui/time-format.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { type AgendaGroup, agendaGroupOf, agendaGroups } from './agenda.ts'

interface Agenda<Row> {
  readonly rows: readonly Row[] | null
  /** Undefined where there are no groups. */
  readonly groupOf: ((row: Row) => RowGroup) | undefined
}

/** A page's rows in the order of their groups, by the server's clock (LST-14). */
export function useAgenda<Row extends SectionListRow>(
  rows: readonly Row[] | null,
  offset: number | null,
  isAgenda: boolean,
): Agenda<Row> {
  const { t } = useTranslation('agenda')
  const { timeZone } = useVariant()
  const format = useTimeFormat()
  const day = useEachSecond(() => (offset === null ? '' : format.day(Date.now() + offset)))
  const places = useEachSecond(() =>
    offset === null || !isAgenda || rows === null
      ? null
      : rows.map((row) => agendaGroups.indexOf(agendaGroupOf(row, Date.now() + offset, timeZone))).join(),
  )
  return useMemo(() => {
    if (rows === null || places === null) return { rows, groupOf: undefined }
    const placeOf = new Map(places.split(',').map((place, index) => [rows[index]?.bdGuid, Number(place)]))
    const labelOf = (group: AgendaGroup) => t(group, { day })
    return {
      rows: rows.toSorted((a, b) => (placeOf.get(a.bdGuid) ?? 0) - (placeOf.get(b.bdGuid) ?? 0)),
      groupOf: ({ bdGuid }) => {
        const key = agendaGroups[placeOf.get(bdGuid) ?? 0] ?? 'running'
        return { key, label: labelOf(key) }
      },
    }
  }, [rows, places, day, t])
}
