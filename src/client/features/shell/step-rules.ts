import { hasDecryptionBegun, isStepReached } from '#client/session/steps.ts'
import { announcementProblem } from '#domain/announcement/announcement-problem.ts'
import { endProblem } from '#domain/ending/ending-conditions.ts'
import type { Role } from '#domain/session/actor.ts'
import { type Step, stepsOf } from '#domain/session/flow.ts'
import { haltOf } from '#domain/session/lot.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'
import { sessionStep } from '#domain/session/under-way.ts'
import { opensOnDecryptionPage } from '#domain/tender/tender.ts'

/** Routes under `/bid/:sessionId/` that belong to a step. */
export type StepRoute = 'bidready' | 'bidbegin' | 'declassifiedstatus' | 'bidcall' | 'bidend'

const stepsByRoute: Readonly<Record<StepRoute, Step>> = {
  bidready: 'preparation',
  bidbegin: 'opening',
  declassifiedstatus: 'opening',
  bidcall: 'announcement',
  bidend: 'end',
}

/** The step of a route; null for other screens, such as the file view. */
export function stepOfRoute(route: string): Step | null {
  return Object.hasOwn(stepsByRoute, route) ? stepsByRoute[route as StepRoute] : null
}

/** The route of a step: the opening moves to the decryption page once decryption has started (SHL-5). */
export function routeOfStep(step: Step, state: SessionState): StepRoute {
  switch (step) {
    case 'preparation':
      return 'bidready'
    case 'opening':
      return hasDecryptionBegun(state) || (state.tender && opensOnDecryptionPage(state.tender))
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

/** Why a step cannot be opened: a text key for those who wait for the opener, or the opener's refusal. */
export type Denial =
  | { readonly by: 'waiting'; readonly text: 'waitDecryption' | 'waitAnnouncement' | 'waitEnd' }
  | { readonly by: 'rule'; readonly rejection: Rejection }

/** Null if the viewer may go to the step; for an opener this may mean entering it (SHL-1 to SHL-4). */
export function denialOf(step: Step, state: SessionState, role: Role | null): Denial | null {
  if (step === 'preparation' || isStepReached(step, state, role)) return null
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

/** The command with which the opener enters a step that the session has not reached. */
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
      // Without an announcement its command leads to the end (ANN-5).
      return stepsShown(state).includes('announcement') ? 'EnterEnd' : 'EnterAnnouncement'
  }
}

/** The viewer's current step: the last one they may go to. */
export function currentStep(state: SessionState, role: Role | null): Step {
  const step = sessionStep(state)
  return isStepReached(step, state, role) ? step : 'preparation'
}

/** Whether the viewer moves with the session to a new step: bidders always, others from a step's screen. */
export function followsSession(role: Role | null, route: string): boolean {
  if (role === 'opener' || role === null) return false
  return role === 'bidder' || stepOfRoute(route) !== null
}
