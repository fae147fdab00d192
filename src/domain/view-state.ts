import type { Viewer } from './actor.ts'
import { type BidderState, objectionsOf, type SessionState } from './state.ts'
import { isStaffOrSupervisor, ownBid, seesIdentityNumbers } from './view.ts'

/**
 * The state as a viewer's own log folds it, out of the whole state: for every log, folding `viewFor` of each entry
 * gives the same. Saves reading the log again to answer one question.
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
  return {
    ...state,
    order: known,
    bidders: Object.fromEntries(bidders),
    entrants: Object.fromEntries(
      Object.entries(state.entrants).filter(([, entrant]) => maySeeEntrant(viewer, entrant)),
    ),
    objections: Object.fromEntries(objections.map((objection) => [objection.id, objection])),
    objectionOrder: objections.map(({ id }) => id),
    newerFrom: null,
    personIds: seesIdentityNumbers(viewer) ? state.personIds : null,
    recordedSupervisor: viewer.seesSupervisor ? state.recordedSupervisor : null,
  }
}

function viewBidder(viewer: Viewer, bidder: BidderState, frozen: boolean): BidderState {
  const public_ = { ...bidder, opened: null, fileIdentity: null, origin: null }
  if (isStaffOrSupervisor(viewer) || ownBid(viewer, bidder.code)) return public_
  const submission = frozen && bidder.submission ? { ...bidder.submission, manifest: null } : null
  return { ...public_, certificate: null, entered: false, submission }
}

function maySeeEntrant(viewer: Viewer, entrant: SessionState['entrants'][string]): boolean {
  if (entrant.role === 'supervisor') return viewer.seesSupervisor
  return isStaffOrSupervisor(viewer) || ownBid(viewer, entrant.bidderCode)
}
