import { recordOf } from '#lib/bare-record.ts'
import type { Viewer } from '../session/actor.ts'
import type { SessionState } from '../session/state.ts'
import { isStaffOrSupervisor, ownBid, seesContacts } from '../session/viewer.ts'
import { type StaffKind, type StaffMember, siteStaffOf } from './site-staff.ts'

/** The area's part of the state as a viewer may see it. */
export function viewPreparation(
  viewer: Viewer,
  state: SessionState,
): Pick<SessionState, 'workers' | 'workerOrder' | 'letters' | 'personIds'> {
  const workers = siteStaffOf(state).filter(({ kind }) => maySeeStaffMember(viewer, kind))
  const letters = Object.entries(state.letters).filter(
    ([code]) => isStaffOrSupervisor(viewer) || ownBid(viewer, code),
  )
  return {
    workers: recordOf(workers.map((member) => [member.id, viewStaffMember(viewer, member)] as const)),
    workerOrder: workers.map(({ id }) => id),
    letters: recordOf(letters),
    personIds: viewer.role === 'system' ? state.personIds : null,
  }
}

function maySeeStaffMember(viewer: Viewer, kind: StaffKind): boolean {
  return isStaffOrSupervisor(viewer) && (kind !== 'supervisor' || viewer.seesSupervisor)
}

function viewStaffMember(viewer: Viewer, member: StaffMember): StaffMember {
  return seesContacts(viewer) ? member : { ...member, contact: null }
}
