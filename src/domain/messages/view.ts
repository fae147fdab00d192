import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor, ownBid } from '../session/viewer.ts'

/** The area's part of the state as a viewer may see it (PST-4). */
export function viewMessages(viewer: Viewer, { messages }: SessionState): Pick<SessionState, 'messages'> {
  return { messages: messages.filter(({ bidderCode }) => maySee(viewer, bidderCode)) }
}

function maySee(viewer: Viewer, bidderCode: string | null): boolean {
  if (bidderCode === null) return isStaffOrSupervisor(viewer) && viewer.seesSupervisor
  return isStaffOrSupervisor(viewer) || ownBid(viewer, bidderCode)
}
