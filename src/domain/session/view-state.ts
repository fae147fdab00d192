import { recordOf } from '#lib/bare-record.ts'
import { drawsOf } from '../draw/draw-state.ts'
import { viewDraw } from '../draw/view-draw.ts'
import { objectionsOf } from '../objections/objection.ts'
import { type StaffKind, type StaffMember, siteStaffOf } from '../preparation/site-staff.ts'
import type { BidderState, BidFileState } from '../submission/bid-state.ts'
import { filesOf } from '../submission/bids.ts'
import type { Viewer } from './actor.ts'
import type { SessionState } from './state.ts'
import { isStaffOrSupervisor, ownBid, seesContacts, seesIdentityNumbers } from './viewer.ts'

/**
 * The state as a viewer may see it, from the whole state. It equals the fold of `viewFor` of each entry (SES-16) and
 * saves reading the log again.
 */
export function viewState(viewer: Viewer, state: SessionState): SessionState {
  if (viewer.role === 'system') return state
  const known = state.order.filter(
    (code) => state.frozen || isStaffOrSupervisor(viewer) || ownBid(viewer, code),
  )
  const bidders = known.flatMap((code) => {
    const bidder = state.bidders[code]
    return bidder ? [[code, viewBidder(viewer, bidder, state.frozen)] as const] : []
  })
  const objections = objectionsOf(state).filter(
    ({ bidderCode }) => isStaffOrSupervisor(viewer) || ownBid(viewer, bidderCode),
  )
  const staff = siteStaffOf(state).filter(({ kind }) => maySeeStaffMember(viewer, kind))
  const letters = Object.entries(state.letters).filter(
    ([code]) => isStaffOrSupervisor(viewer) || ownBid(viewer, code),
  )
  return {
    ...state,
    order: known,
    bidders: recordOf(bidders),
    entrants: recordOf(
      Object.entries(state.entrants).filter(([, entrant]) => maySeeEntrant(viewer, entrant)),
    ),
    workers: recordOf(staff.map((member) => [member.id, viewStaffMember(viewer, member)] as const)),
    workerOrder: staff.map(({ id }) => id),
    letters: recordOf(letters),
    draws: recordOf(drawsOf(state).map((draw) => [draw.id, viewDraw(viewer, draw)] as const)),
    objections: recordOf(objections.map((objection) => [objection.id, objection] as const)),
    objectionOrder: objections.map(({ id }) => id),
    newerFrom: null,
    controlPrice: seesControlPrice(viewer, state) ? state.controlPrice : null,
    personIds: seesIdentityNumbers(viewer) ? state.personIds : null,
    ...viewSupervisor(viewer, state),
    first: state.first && { ...state.first, ...viewSupervisor(viewer, state.first) },
  }
}

function viewSupervisor(
  { seesSupervisor }: Viewer,
  { recordedSupervisor }: Pick<SessionState, 'recordedSupervisor'>,
) {
  return { recordedSupervisor: seesSupervisor ? recordedSupervisor : null }
}

function maySeeStaffMember(viewer: Viewer, kind: StaffKind): boolean {
  return isStaffOrSupervisor(viewer) && (kind !== 'supervisor' || viewer.seesSupervisor)
}

function viewStaffMember(viewer: Viewer, member: StaffMember): StaffMember {
  return seesContacts(viewer) ? member : { ...member, contact: null }
}

/** The opener's side and the supervisor see it before it is disclosed, everybody afterwards. */
function seesControlPrice(viewer: Viewer, { controlPrice }: SessionState): boolean {
  return (controlPrice?.disclosed ?? false) || isStaffOrSupervisor(viewer)
}

function viewBidder(viewer: Viewer, bidder: BidderState, frozen: boolean): BidderState {
  const files = filesOf(bidder).map((file) => ({ ...file, opened: null, fileIdentity: null }))
  const public_ = { ...bidder, files: byKind(files), origin: null }
  if (isStaffOrSupervisor(viewer) || ownBid(viewer, bidder.code)) return public_
  // Others' files are known from the freeze on, and only those of complete bids.
  const known = frozen ? files.filter(({ file }) => file.status !== 'left-out') : []
  const first = bidder.first && { ...bidder.first, line: null }
  const stripped = known.map((file) => ({ ...file, submission: { ...file.submission, manifest: null } }))
  return { ...public_, certificate: null, entered: false, files: byKind(stripped), line: null, first }
}

function byKind(files: readonly BidFileState[]): BidderState['files'] {
  return Object.fromEntries(files.map((file) => [file.kind, file]))
}

function maySeeEntrant(viewer: Viewer, entrant: SessionState['entrants'][string]): boolean {
  if (entrant.role === 'supervisor') return viewer.seesSupervisor
  return isStaffOrSupervisor(viewer) || ownBid(viewer, entrant.bidderCode)
}
