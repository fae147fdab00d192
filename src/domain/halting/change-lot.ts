import { epochOf, isoTime } from '#lib/time.ts'
import { resumeReadingAt } from '../announcement/events.ts'
import { postponeDraw } from '../draw/events.ts'
import type { LotStatus } from '../session/lot.ts'
import type { SessionState } from '../session/state.ts'
import { type TimedWindow, windowNames } from '../session/window.ts'
import type { Interruption } from './interruption.ts'

/* Parts of the folds. */

/** The lot is halted; what halted it before lasts on below it. */
export function interrupt(draft: SessionState, interruption: Omit<Interruption, 'until'>): void {
  draft.interruptions = [...draft.interruptions, { ...interruption, until: null }]
  changeLot(draft, interruption.lot, interruption.at)
}

/** Ends the last interruption that still lasts, or all of them; the lot then has this status. */
export function endInterruption(
  draft: SessionState,
  { at, lot, all = false }: { readonly at: string; readonly lot: LotStatus; readonly all?: boolean },
): void {
  const last = draft.interruptions.findLastIndex(({ until }) => until === null)
  draft.interruptions = draft.interruptions.map((one, i) =>
    one.until === null && (all || i === last) ? { ...one, until: at } : one,
  )
  changeLot(draft, lot, at)
}

/** Open windows get back the time they had left when the lot was halted (SES-10). */
export function changeLot(draft: SessionState, lot: LotStatus, at: string): void {
  const { haltedAt } = draft
  draft.lot = lot
  if (lot === 'failed') draft.status = 'failed'
  draft.haltedAt = lot === 'open' ? null : (haltedAt ?? at)
  if (lot !== 'open' || haltedAt === null) return
  draft.halts = [...draft.halts, { from: haltedAt, to: at }]
  const halted = epochOf(at) - epochOf(haltedAt)
  for (const name of windowNames) {
    const window: TimedWindow | null = draft[name]
    if (!window?.deadline || window.closed || !(window.deadline > haltedAt)) continue
    const deadline = epochOf(window.deadline) + halted
    if (Number.isFinite(deadline)) window.deadline = isoTime(deadline)
  }
  postponeDraw(draft, haltedAt, halted)
  resumeReadingAt(draft, at)
}
