import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import type { SectionListRow } from '#protocol/calls/section-list.ts'

const lotRibbons: Readonly<Record<number, 'lot2' | 'lot3' | 'lot4'>> = { 2: 'lot2', 3: 'lot3', 4: 'lot4' }

/** Whether a row has a ribbon to show. */
export function hasRibbon(row: SectionListRow): boolean {
  return lotRibbons[row.BDZHUANGTAI] !== undefined
}

/** A lot that is paused, stopped or failed (LST-5). */
export function Ribbon({ row }: { row: SectionListRow }) {
  const { t } = useTranslation('hall')
  const ribbon = lotRibbons[row.BDZHUANGTAI]
  return ribbon ? (
    <StatusBadge tone={ribbon === 'lot4' ? 'warning' : 'failed'} brief>
      {t(ribbon)}
    </StatusBadge>
  ) : null
}
