import { recordOf } from '#lib/bare-record.ts'
import type { Role, Viewer } from '../session/actor.ts'
import { seesWithholders } from '../session/viewer.ts'
import type { DrawState } from './draw-state.ts'

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
export function viewDraw(viewer: Viewer, draw: DrawState): DrawState {
  const seen = Object.entries(draw.joined).filter(([key, { role }]) => seesContribution(viewer, role, key))
  return {
    ...draw,
    joined: recordOf(seen),
    secret: null,
    leftOut: draw.leftOut.filter(({ key, role }) => seesContribution(viewer, role, key)),
    voided: seesWithholders(viewer) ? draw.voided : draw.voided.map((attempt) => ({ ...attempt, who: [] })),
  }
}
