import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import type { SectionListRow } from '#protocol/calls/section-list.ts'

const lotRibbons: Readonly<Record<number, 'lot2' | 'lot3' | 'lot4'>> = { 2: 'lot2', 3: 'lot3', 4: 'lot4' }

/** Whether a row has a ribbon to show. */
export function hasRibbon(row: SectionListRow): boolean {
  return ribbonOf(row) !== null
}

/** Null where there is nothing to say, or the status says it: that the lot has failed. */
function ribbonOf({ BDZHUANGTAI, bidStatus }: SectionListRow): 'lot2' | 'lot3' | 'lot4' | null {
  const ribbon = lotRibbons[BDZHUANGTAI] ?? null
  return ribbon === 'lot2' && bidStatus === '已流标' ? null : ribbon
}

/** A lot that is paused, stopped or failed (LST-5). */
export function Ribbon({ row }: { row: SectionListRow }) {
  const { t } = useTranslation('hall')
  const ribbon = ribbonOf(row)
  return ribbon ? (
    <StatusBadge tone={ribbon === 'lot4' ? 'warning' : 'failed'} brief>
      {t(ribbon)}
    </StatusBadge>
  ) : null
}
