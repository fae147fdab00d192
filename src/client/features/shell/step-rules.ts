import { isDecrypting, isReached } from '#client/ui/session/reached.ts'
import { announcementProblem } from '#domain/announcement/commands.ts'
import { endProblem } from '#domain/ending/conditions.ts'
import type { Role } from '#domain/session/actor.ts'
import { flow, hasAnnouncement, type Step, stepAt, stepsOf } from '#domain/session/flow.ts'
import { haltOf } from '#domain/session/lot.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { opensOnDecryptionPage } from '#domain/tender/tender.ts'
import { isSettled } from '#sounds/warning-table.ts'

/** Routes under `/bid/:sessionId/` that belong to a step (S0 §2). */
export type StepRoute = 'bidready' | 'bidbegin' | 'declassifiedstatus' | 'bidcall' | 'bidend'

const stepsByRoute: Readonly<Record<StepRoute, Step>> = {
  bidready: 'preparation',
  bidbegin: 'opening',
  declassifiedstatus: 'opening',
  bidcall: 'announcement',
  bidend: 'end',
}

/** The step of a route; null for the file view and the like. */
export function stepOfRoute(route: string): Step | null {
  return Object.hasOwn(stepsByRoute, route) ? stepsByRoute[route as StepRoute] : null
}

/** Where a step is shown: the opening moves on to the decryption page once decryption has started (S0 §2). */
export function routeOfStep(step: Step, state: SessionState): StepRoute {
  switch (step) {
    case 'preparation':
      return 'bidready'
    case 'opening':
      return isDecrypting(state) || (state.tender && opensOnDecryptionPage(state.tender))
        ? 'declassifiedstatus'
        : 'bidbegin'
    case 'announcement':
      return 'bidcall'
    case 'end':
      return 'bidend'
  }
}

/** The steps of this section in order. */
export function stepsShown(state: SessionState): readonly Step[] {
  return stepsOf(state.tender?.bidStyle ?? 1)
}

/** Why a step cannot be gone to: the words for those who wait for the opener, or the rule that an opener meets. */
export type Denial =
  | { readonly by: 'waiting'; readonly text: 'waitDecryption' | 'waitAnnouncement' | 'waitEnd' }
  | { readonly by: 'rule'; readonly rejection: Rejection }

/** Null where one may go there, which for an opener may mean to enter it (S0 §4, S1 §4, §6). */
export function denialOf(step: Step, state: SessionState, role: Role | null): Denial | null {
  if (step === 'preparation' || isReached(step, state, role)) return null
  const halt = haltOf(state.lot)
  if (halt) return { by: 'rule', rejection: { code: halt, params: {} } }
  if (role === 'opener') {
    const rejection = enteringProblem(step, state)
    return rejection && { by: 'rule', rejection }
  }
  return { by: 'waiting', text: waitingTexts[step] }
}

const waitingTexts = { opening: 'waitDecryption', announcement: 'waitAnnouncement', end: 'waitEnd' } as const

function enteringProblem(step: Step, state: SessionState): Rejection | null {
  switch (enteringCommand(step, state)) {
    case 'EnterAnnouncement':
      return announcementProblem(state)
    case 'EnterEnd':
      return endProblem(state)
    default:
      return null
  }
}

/** The command by which the opener enters a step that the session has not reached. */
export function enteringCommand(
  step: Step,
  state: SessionState,
): 'EnterBidOpening' | 'EnterAnnouncement' | 'EnterEnd' | null {
  switch (step) {
    case 'preparation':
      return null
    case 'opening':
      return 'EnterBidOpening'
    case 'announcement':
      return 'EnterAnnouncement'
    case 'end':
      // Without an announcement flow its command leads straight to the end (S0 §4).
      return stepsShown(state).includes('announcement') ? 'EnterEnd' : 'EnterAnnouncement'
  }
}

/** The step that the session is in, for everybody alike. */
export function sessionStep(state: SessionState): Step {
  const step = stepAt(state.flow)
  if (step === 'announcement' && state.tender && !hasAnnouncement(state.tender.bidStyle)) return 'end'
  return step
}

/** The step in which the viewer belongs now: the furthest they may go to. */
export function currentStep(state: SessionState, role: Role | null): Step {
  const step = sessionStep(state)
  return isReached(step, state, role) ? step : 'preparation'
}

/** Who is brought to the step that the session comes to: bidders from wherever they are, others from a step's screen. */
export function isTakenAlong(role: Role | null, route: string): boolean {
  if (role === 'opener' || role === null) return false
  return role === 'bidder' || stepOfRoute(route) !== null
}

/** Text key of a step's title, by pbType, bidStyle and pre-review (S0 §2, S1 §2). */
export function stepTitle(step: Step, state: SessionState): string {
  const { qualification, bidStyle, preReview } = state.tender ?? {}
  if (step === 'opening' && qualification === 8) return 'steps:opening.titleQualification'
  if (step === 'announcement' && preReview) return 'steps:announcement.titlePreReview'
  if ((step === 'preparation' || step === 'end') && bidStyle === 3) return `step_${step}_style3`
  return `step_${step}`
}

export interface CurrentWindow {
  readonly name: 'signing' | 'confirmation' | 'decryption' | 'opening'
  /** ISO. */
  readonly deadline: string
}

/**
 * The moment everybody is waiting for: the open window's deadline, or the opening time before it. Of a window in which
 * they have done their part a bidder (`own`) is not reminded, others not once all have. While a lot is halted its
 * windows wait with it.
 */
export function currentWindow(state: SessionState, own: BidderState | null = null): CurrentWindow | null {
  if (state.lot !== 'open') return null
  for (const name of ['signing', 'confirmation', 'decryption'] as const) {
    const window = state[name]
    if (!window?.deadline || window.closed) continue
    return isSettled(name, state, own) ? null : { name, deadline: window.deadline }
  }
  if (state.flow >= flow.opening || state.status !== 'not-opened' || !state.tender) return null
  return { name: 'opening', deadline: state.tender.opensAt }
}
