import { recordOf } from '#lib/bare-record.ts'
import type { Role, Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { seesWithholders } from '../session/viewer.ts'
import { type DrawState, drawsOf } from './draw-state.ts'

/** The area's part of the state as a viewer may see it. */
export function viewDraws(viewer: Viewer, state: SessionState): Pick<SessionState, 'draws'> {
  return { draws: recordOf(drawsOf(state).map((draw) => [draw.id, viewDraw(viewer, draw)] as const)) }
}

/**
 * Whether a viewer sees that somebody contributes, before all contributions are published without names. Bidders do not
 * see each other, and some roles do not see the supervisor. `key` is a bidder's unit.
 */
function seesContribution(viewer: Viewer, role: Role, key: string): boolean {
  if (role === 'supervisor') return viewer.seesSupervisor
  if (role !== 'bidder') return true
  return viewer.role !== 'bidder' || viewer.unitCode === key
}

/** A draw as a viewer's own log folds it. */
function viewDraw(viewer: Viewer, draw: DrawState): DrawState {
  const seen = Object.entries(draw.joined).filter(([key, { role }]) => seesContribution(viewer, role, key))
  return {
    ...draw,
    joined: recordOf(seen),
    secret: null,
    leftOut: draw.leftOut.filter(({ key, role }) => seesContribution(viewer, role, key)),
    voided: seesWithholders(viewer) ? draw.voided : draw.voided.map((attempt) => ({ ...attempt, who: [] })),
  }
}
