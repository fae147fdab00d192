import type { Role } from '#domain/actor.ts'
import { flow, hasAnnouncement, type Step, stepAt, stepsOf } from '#domain/flow.ts'
import type { SessionState } from '#domain/state.ts'

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
      return decrypting(state) ? 'declassifiedstatus' : 'bidbegin'
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

/** What a viewer who may not go to a step yet waits for; null when they may (S0 §4). */
export type Waiting = 'waitDecryption' | 'waitAnnouncement' | 'waitEnd'

export function waitingFor(step: Step, state: SessionState, role: Role | null): Waiting | null {
  switch (step) {
    case 'preparation':
      return null
    case 'opening':
      // A bidder must see first that the decryption time is set (S0 §4).
      if (role === 'bidder') return decrypting(state) ? null : 'waitDecryption'
      return state.flow >= flow.opening ? null : 'waitDecryption'
    case 'announcement':
      return state.flow >= flow.announcement ? null : 'waitAnnouncement'
    case 'end':
      return state.flow >= flow.end ? null : 'waitEnd'
  }
}

/** The step in which the viewer belongs now: the furthest they may go to. */
export function currentStep(state: SessionState, role: Role | null): Step {
  const step = stepAt(state.flow)
  if (step === 'announcement' && state.tender && !hasAnnouncement(state.tender.bidStyle)) return 'end'
  return waitingFor(step, state, role) ? 'preparation' : step
}

/** The command by which the opener enters a step that the session has not reached. */
export function enteringCommand(step: Step): 'EnterBidOpening' | 'EnterAnnouncement' | 'EnterEnd' | null {
  switch (step) {
    case 'preparation':
      return null
    case 'opening':
      return 'EnterBidOpening'
    case 'announcement':
      return 'EnterAnnouncement'
    case 'end':
      return 'EnterEnd'
  }
}

/** Text key of a step's title, by pbType and bidStyle (S0 §2, S1 §2). */
export function stepTitle(step: Step, state: SessionState): string {
  const { qualification, bidStyle } = state.tender ?? {}
  if (step === 'opening' && qualification === 8) return 'step_opening_pre'
  if ((step === 'preparation' || step === 'end') && bidStyle === 3) return `step_${step}_style3`
  return `step_${step}`
}

export interface CurrentWindow {
  readonly name: 'signing' | 'confirmation' | 'decryption' | 'opening'
  /** ISO. */
  readonly deadline: string
}

/** The moment everybody is waiting for: the open window's deadline, or the opening time before it. */
export function currentWindow(state: SessionState): CurrentWindow | null {
  for (const name of ['signing', 'confirmation', 'decryption'] as const) {
    const window = state[name]
    if (window && !window.closed) return { name, deadline: window.deadline }
  }
  if (state.flow >= flow.opening || state.status !== 'not-opened' || !state.tender) return null
  return { name: 'opening', deadline: state.tender.opensAt }
}

function decrypting(state: SessionState): boolean {
  return state.decryption !== null || state.flow >= flow.announcementLowest
}
