import type { BidderState } from '../submission/bid-state.ts'
import { flow } from './flow.ts'
import type { SessionState } from './state.ts'
import { type WindowName, windowNames } from './window.ts'
import { isSettled } from './window-settled.ts'

export interface CurrentWindow {
  readonly name: WindowName | 'opening'
  /** ISO. */
  readonly deadline: string
}

/** Whether a window is open in which others act. */
export function isWindowOpen(state: SessionState): boolean {
  return windowNames.some((name) => state[name]?.deadline && !state[name].closed)
}

/**
 * The next deadline: the open window's, or the opening time before it. Null for a bidder (`own`) who has done their
 * part in the window, for others once all bidders have, and while the lot is halted.
 */
export function currentWindow(state: SessionState, own: BidderState | null = null): CurrentWindow | null {
  if (state.lot !== 'open') return null
  for (const name of windowNames.toReversed()) {
    const window = state[name]
    if (!window?.deadline || window.closed) continue
    return isSettled(name, state, own) ? null : { name, deadline: window.deadline }
  }
  if (state.flow >= flow.opening || state.status !== 'not-opened' || !state.tender) return null
  return { name: 'opening', deadline: state.tender.opensAt }
}
