import { exhaustive, ifUnknown } from '#lib/exhaustive.ts'
import { seesWithholders } from '../draw/view-draw.ts'
import { type Entry, type Revealed, toRecorded, type VisibleEntry } from '../log/entry.ts'
import type { WorkerKind } from '../preparation/site-staff.ts'
import { type Role, roles, type Viewer } from './actor.ts'
import { isKnown, type RecordedEvent } from './event.ts'

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

/**
 * Sorts viewers by what they get of a run of entries: equal keys, equal `viewFor` of every one of them. Bidders
 * differ from each other only where one of the entries is about their own unit, so that one text serves nearly all.
 */
export function audiencesOf(entries: readonly Entry[]): (viewer: Viewer) => string {
  const units = new Set(entries.map((entry) => circleOf(toRecorded(entry)).unit))
  return ({ role, unitCode, seesSupervisor }) => {
    // Asked for each of thousands of readers at every event: no new text where it can be helped.
    const audience = audiences[role][seesSupervisor ? 'seeing' : 'unseeing']
    return role === 'bidder' && unitCode !== null && units.has(unitCode)
      ? `${audience} ${unitCode}`
      : audience
  }
}

const audiences = Object.fromEntries(
  roles.map((role) => [role, { seeing: `${role} seeing`, unseeing: `${role} unseeing` }]),
) as Readonly<Record<Role, { readonly seeing: string; readonly unseeing: string }>>

/** The key of those who get the same view of one entry. */
export function audienceOf(viewer: Viewer, entry: Entry): string {
  return audiencesOf([entry])(viewer)
}

/** For whom an event is, and the unit whose own business it is: that unit's bidder sees it as well, and more of it. */
interface Circle {
  readonly who:
    | 'everybody'
    | 'staff and supervisor'
    | 'who sees the supervisor'
    | 'staff who see the supervisor'
    | 'nobody'
  readonly unit: string | null
}

const nobody: Circle = { who: 'nobody', unit: null }

function maySee(viewer: Viewer, event: RecordedEvent): boolean {
  const { who, unit } = circleOf(event)
  switch (who) {
    case 'everybody':
      return true
    case 'staff and supervisor':
      return isStaffOrSupervisor(viewer) || ownBid(viewer, unit)
    case 'who sees the supervisor':
      return viewer.seesSupervisor
    case 'staff who see the supervisor':
      return isStaffOrSupervisor(viewer) && viewer.seesSupervisor
    case 'nobody':
      return false
    default:
      return exhaustive(who)
  }
}

function circleOf(event: RecordedEvent): Circle {
  // For whose eyes a newer event is, nobody here can tell.
  if (!isKnown(event)) return nobody
  switch (event.type) {
    // Who takes part is nobody's business but the staff's until the bids are frozen (S0 §2 "bidder count").
    case 'BidderEnrolled':
    case 'BidSubmitted':
    // An objection, too, would tell other bidders who takes part.
    case 'ObjectionRaised':
    case 'ObjectionReplied':
    case 'ObjectionRead':
    case 'CommitmentLetterCreated':
    case 'CommitmentLetterSigned':
    case 'CommitmentLetterDeclined':
    // From where and how steadily a bidder is connected is not for their rivals.
    case 'BidderLineRecorded':
      return { who: 'staff and supervisor', unit: event.payload.bidderCode }
    case 'ParticipantEntered': {
      const isSupervisor = event.payload.role === 'supervisor'
      const who = isSupervisor ? 'who sees the supervisor' : 'staff and supervisor'
      return { who, unit: event.payload.bidderCode }
    }
    // Everybody learns the commitments and, with the result, the values; not yet whose they are.
    case 'DrawJoined':
    case 'DrawRevealed': {
      const isSupervisor = event.role === 'supervisor'
      const others = event.role === 'bidder' ? 'staff and supervisor' : 'everybody'
      return { who: isSupervisor ? 'who sees the supervisor' : others, unit: event.payload.bidderCode }
    }
    case 'WorkerAdded':
    case 'WorkerEdited':
    case 'WorkerRemoved': {
      const who =
        event.payload.kind === 'supervisor' ? 'staff who see the supervisor' : 'staff and supervisor'
      return { who, unit: null }
    }
    case 'TenderFileImported':
      // Of a control price, what a file is called and how large it is can give it away.
      return {
        who: event.payload.kind === 'control-price' ? 'staff and supervisor' : 'everybody',
        unit: null,
      }
    case 'TenderPublished':
    case 'EvaluationParametersSet':
    case 'ControlPriceDisclosed':
    case 'PersonInfoRecorded':
    case 'DrawDeclared':
    case 'DrawJoiningClosed':
    case 'DrawDecided':
    case 'DrawVoided':
    case 'BidOpeningEntered':
    case 'BidsFrozen':
    case 'DecryptionStarted':
    case 'BidImportStarted':
    case 'FileKeyHandedOver':
    case 'BidDecrypted':
    case 'BidImported':
    case 'DecryptionRefused':
    case 'BackupFileAccepted':
    case 'DecryptionExtended':
    case 'DecryptionClosed':
    case 'WindowHealthRecorded':
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
    case 'EnvelopeEnded':
    case 'SecondEnvelopeCalled':
    case 'OpeningEnded':
    case 'LotStatusChanged':
      return { who: 'everybody', unit: null }
    default:
      return ifUnknown(event, nobody)
  }
}

function maySeePrivate(viewer: Viewer, event: RecordedEvent): boolean {
  switch (event.type) {
    case 'PersonInfoRecorded':
      return seesIdentityNumbers(viewer)
    case 'EvaluationParametersSet':
      return isStaffOrSupervisor(viewer)
    case 'WorkerAdded':
    case 'WorkerEdited':
      return seesContacts(viewer)
    case 'DrawVoided':
      return seesWithholders(viewer)
    // Opened figures and the keys to the files stay with the server; the announcement makes figures public.
    // So do addresses and serials: whom the region lets compare them (S5) gets them by a call of their own.
    default:
      return viewer.role === 'system'
  }
}

/** Identity-card numbers are for those who enter them. */
export function seesIdentityNumbers(viewer: Viewer): boolean {
  return viewer.role === 'opener' || viewer.role === 'system'
}

/** How to reach the people on site is for those who work with them. */
export function seesContacts(viewer: Viewer): boolean {
  return staff.includes(viewer.role)
}

/** On-site personnel is the staff's business; who supervises is kept from whom the region keeps it from. */
export function maySeeWorker(viewer: Viewer, kind: WorkerKind): boolean {
  return isStaffOrSupervisor(viewer) && (kind !== 'supervisor' || viewer.seesSupervisor)
}

export function isStaffOrSupervisor(viewer: Viewer): boolean {
  return viewer.role === 'supervisor' || staff.includes(viewer.role)
}

export function ownBid(viewer: Viewer, bidderCode: string | null): boolean {
  return viewer.role === 'bidder' && viewer.unitCode !== null && viewer.unitCode === bidderCode
}
