import { recordOf } from '#lib/bare-record.ts'
import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor, ownBid } from '../session/viewer.ts'
import { objectionsOf } from './objection.ts'

/** The area's part of the state as a viewer may see it. */
export function viewObjections(
  viewer: Viewer,
  state: SessionState,
): Pick<SessionState, 'objections' | 'objectionOrder'> {
  const objections = objectionsOf(state).filter(
    ({ bidderCode }) => isStaffOrSupervisor(viewer) || ownBid(viewer, bidderCode),
  )
  return {
    objections: recordOf(objections.map((objection) => [objection.id, objection] as const)),
    objectionOrder: objections.map(({ id }) => id),
  }
}
