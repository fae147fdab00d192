import { type BidStyle, hasAnnouncement, type Step, stepAt } from './flow.ts'
import type { SessionState } from './state.ts'
import { openWindows } from './warnings.ts'
import type { WindowName } from './window.ts'

/** How far an opening has come. All of it is everybody's to know. */
export interface UnderWay {
  readonly step: Step
  /** These two decide, with the section's pbType, the step's title (SHL-7). */
  readonly bidStyle: BidStyle
  readonly preReview: boolean
  /** The window that others act in until its deadline (ISO); null without one, and in a halted lot. */
  readonly window: { readonly name: WindowName; readonly deadline: string } | null
}

/** The step of a session and its open window; null before its tender is published. */
export function underWay(state: SessionState): UnderWay | null {
  if (!state.tender) return null
  const { bidStyle, preReview } = state.tender
  const open = openWindows(state).at(-1)
  const window = open ? { name: open.window, deadline: open.deadline } : null
  return { step: sessionStep(state), bidStyle, preReview, window }
}

/** The step that a session is in, the same for all viewers. */
export function sessionStep({ flow, tender }: Pick<SessionState, 'flow' | 'tender'>): Step {
  const step = stepAt(flow)
  return step === 'announcement' && tender && !hasAnnouncement(tender.bidStyle) ? 'end' : step
}
