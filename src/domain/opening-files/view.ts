import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor } from '../session/viewer.ts'

/** The area's part of the state as a viewer may see it. */
export function viewOpeningFiles(
  viewer: Viewer,
  { openingFiles }: SessionState,
): Pick<SessionState, 'openingFiles'> {
  const seesAll = isStaffOrSupervisor(viewer)
  return {
    openingFiles: seesAll ? openingFiles : openingFiles.filter(({ purpose }) => purpose === 'problem'),
  }
}
