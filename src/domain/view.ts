import { exhaustive } from '#lib/exhaustive.ts'
import type { Role, Viewer } from './actor.ts'
import { type Entry, type Revealed, toRecorded, type VisibleEntry } from './entry.ts'
import type { RecordedEvent } from './event.ts'

/** Staff lead or serve the session; they see bidders before the opening (S0 §6: types 1 and 3). */
const staff: readonly Role[] = ['opener', 'agency', 'tenderer', 'platform', 'system']

/**
 * What one viewer may see of one entry: all of it, without its private fields, or only that it exists.
 * The one place that decides it; applied before anything leaves the server.
 */
export function viewFor(viewer: Viewer, entry: Entry): VisibleEntry {
  const event = toRecorded(entry)
  if (!maySee(viewer, event)) return { seq: entry.seq, hash: entry.hash }
  const secrets: Record<string, Revealed> = {}
  for (const [field, revealed] of Object.entries(entry.private)) {
    if (maySeePrivate(viewer, event)) secrets[field] = revealed
  }
  return { ...entry, private: secrets }
}

function maySee(viewer: Viewer, event: RecordedEvent): boolean {
  switch (event.type) {
    // Who takes part is nobody's business but the staff's until the bids are frozen (S0 §2 "bidder count").
    case 'BidderEnrolled':
    case 'BidSubmitted':
      return isStaffOrSupervisor(viewer) || ownBid(viewer, event.payload.bidderCode)
    case 'ParticipantEntered':
      if (event.payload.role === 'supervisor') return viewer.seesSupervisor
      return isStaffOrSupervisor(viewer) || ownBid(viewer, event.payload.bidderCode)
    case 'TenderPublished':
    case 'PersonInfoRecorded':
    case 'BidOpeningEntered':
    case 'BidsFrozen':
    case 'DecryptionStarted':
    case 'BidDecrypted':
    case 'BidImported':
    case 'DecryptionRefused':
    case 'DecryptionClosed':
    case 'BidFailed':
    case 'BidMarked':
    case 'AnnouncementStarted':
    case 'BidAnnounced':
    case 'FlowReset':
    case 'EndEntered':
    case 'ConfirmationStarted':
    case 'OverviewConfirmed':
    case 'ConfirmationClosed':
    case 'BidRemarked':
    case 'RemarksRecorded':
    case 'SigningStarted':
    case 'SigningExtended':
    case 'RecordSigned':
    case 'SigningClosed':
    case 'SigningConfirmed':
    case 'MessagePosted':
    case 'OpeningEnded':
      return true
    default:
      return exhaustive(event)
  }
}

function maySeePrivate(viewer: Viewer, event: RecordedEvent): boolean {
  switch (event.type) {
    case 'ParticipantEntered':
      return isStaffOrSupervisor(viewer) || ownBid(viewer, event.payload.bidderCode)
    case 'PersonInfoRecorded':
      return seesIdentityNumbers(viewer)
    // Opened figures and the keys to the files stay with the server; the announcement makes figures public.
    default:
      return viewer.role === 'system'
  }
}

/** Identity-card numbers are for those who enter them. */
export function seesIdentityNumbers(viewer: Viewer): boolean {
  return viewer.role === 'opener' || viewer.role === 'system'
}

export function isStaffOrSupervisor(viewer: Viewer): boolean {
  return viewer.role === 'supervisor' || staff.includes(viewer.role)
}

export function ownBid(viewer: Viewer, bidderCode: string | null): boolean {
  return viewer.role === 'bidder' && viewer.unitCode !== null && viewer.unitCode === bidderCode
}
