import type { Role, Viewer } from './actor.ts'

/* What a viewer may see because of who they are. */

/** Staff lead or serve the session; they see bidders before the opening (SES-11). */
const staff: readonly Role[] = ['opener', 'agency', 'tenderer', 'platform', 'system']

function isStaff(viewer: Viewer): boolean {
  return staff.includes(viewer.role)
}

export function isStaffOrSupervisor(viewer: Viewer): boolean {
  return viewer.role === 'supervisor' || isStaff(viewer)
}

export function ownBid(viewer: Viewer, bidderCode: string | null): boolean {
  return viewer.role === 'bidder' && viewer.unitCode !== null && viewer.unitCode === bidderCode
}

/** Staff, who work with them, see the contacts of site staff (SES-15). */
export function seesContacts(viewer: Viewer): boolean {
  return isStaff(viewer)
}

/** Those who lead or supervise, and may see the supervisor, see who withheld a value in a draw. */
export function seesWithholders(viewer: Viewer): boolean {
  return viewer.role === 'system' || (viewer.role !== 'bidder' && viewer.seesSupervisor)
}
