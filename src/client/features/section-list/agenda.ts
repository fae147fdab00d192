import { dayOf } from '#client/ui/days.ts'
import { epochOf } from '#lib/time.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { lotCodes } from '#protocol/lot-status.ts'

/** The groups of the sections to be opened, in their order on a page (LST-14). */
export const agendaGroups = ['running', 'today', 'later', 'over'] as const
export type AgendaGroup = (typeof agendaGroups)[number]

/**
 * A section's group at `now` (epoch ms by the server's clock): running from the opening time on, today and later before
 * it, over when it was stopped or has failed.
 */
export function agendaGroupOf(row: SectionListRow, now: number, timeZone: string): AgendaGroup {
  if (isOver(row)) return 'over'
  const opensAt = epochOf(row.OpenBidTime)
  if (opensAt <= now || row.running) return 'running'
  return dayOf(opensAt, timeZone) === dayOf(now, timeZone) ? 'today' : 'later'
}

/** Whether the lot was stopped or has failed (LST-5). */
export function isOver({ BDZHUANGTAI }: Pick<SectionListRow, 'BDZHUANGTAI'>): boolean {
  return BDZHUANGTAI === lotCodes.failed || BDZHUANGTAI === lotCodes.stopped
}
