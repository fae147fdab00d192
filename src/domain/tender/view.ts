import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor } from '../session/viewer.ts'

/** The area's part of the state as a viewer may see it. */
export function viewTender(
  viewer: Viewer,
  { controlPrice }: SessionState,
): Pick<SessionState, 'controlPrice'> {
  // The opener's side and the supervisor see it before it is disclosed, everybody afterwards.
  const isSeen = (controlPrice?.disclosed ?? false) || isStaffOrSupervisor(viewer)
  return { controlPrice: isSeen ? controlPrice : null }
}
