import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor } from '../session/viewer.ts'

/** The area's part of the state as a viewer may see it. */
export function viewTender(
  viewer: Viewer,
  { controlPrice }: SessionState,
): Pick<SessionState, 'controlPrice'> {
  // The opener's side and the supervisor see it before it is disclosed, everybody afterwards.
  if (isStaffOrSupervisor(viewer)) return { controlPrice }
  // Where a disclosed price came from is not in what others see of the log.
  return { controlPrice: controlPrice?.disclosed ? { ...controlPrice, typed: false } : null }
}
