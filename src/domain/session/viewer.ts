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

/** Identity-card numbers are for those who enter them. */
export function seesIdentityNumbers(viewer: Viewer): boolean {
  return viewer.role === 'opener' || viewer.role === 'system'
}

/** How to reach the people on site is for those who work with them. */
export function seesContacts(viewer: Viewer): boolean {
  return isStaff(viewer)
}

/** Bidders who withheld their value in a draw are named to those who lead or supervise and see the supervisor. */
export function seesWithholders(viewer: Viewer): boolean {
  return viewer.role === 'system' || (viewer.role !== 'bidder' && viewer.seesSupervisor)
}
