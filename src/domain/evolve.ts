import { epochOf, isoTime } from '#lib/time.ts'
import { isKnown, type SaltedEvent } from './event.ts'
import { flow } from './flow.ts'
import type { LotStatus } from './lot.ts'
import type { BidderState, Origin, SessionState } from './state.ts'

/**
 * Folds one event into the draft it is given. Total: it never throws and ignores what it has no place for, so
 * that a viewer's redacted log folds as well as the whole one. Of an event that is newer than this code only its
 * place counts (event.ts, rule 2).
 */
export function evolve(draft: SessionState, event: SaltedEvent): void {
  draft.seq = event.seq
  // A known type in its first version is known: no need to look it up for each of many entries.
  if (event.version > 1 && !isKnown(event)) {
    newer(draft, event)
    return
  }
  switch (event.type) {
    case 'TenderPublished':
      draft.tender = event.payload.tender
      return
    case 'BidderEnrolled': {
      const { bidderCode, name, certificate } = event.payload
      ensureBidder(draft, bidderCode, name).certificate = certificate
      return
    }
    case 'BidSubmitted': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      const { fileId, fileName, ciphertextHash, contentCommitment, manifest } = event.payload
      bidder.submission = { fileId, fileName, ciphertextHash, contentCommitment, manifest, at: event.at }
      bidder.file = { status: 'sealed' }
      const from = event.private.origin?.value
      if (from) {
        const { address: submitted, hardwareSerial } = from
        bidder.origin = { ...(bidder.origin ?? noOrigin), submitted, hardwareSerial }
      }
      return
    }
    case 'ParticipantEntered': {
      draft.entrants[event.actor] = { role: event.payload.role, bidderCode: event.payload.bidderCode }
      // The record being signed names the supervisor of that moment.
      if (event.payload.role === 'supervisor' && !draft.signing) draft.recordedSupervisor = event.payload.name
      const bidder = event.payload.bidderCode === null ? undefined : draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      bidder.entered = true
      const { address } = event.private
      if (address) bidder.origin = { ...(bidder.origin ?? noOrigin), entered: address.value }
      return
    }
    case 'PersonInfoRecorded':
      draft.persons = event.payload.names
      draft.personIds = event.private.ids?.value ?? null
      return
    case 'BidOpeningEntered':
      draft.flow = Math.max(draft.flow, flow.opening)
      return
    case 'BidsFrozen':
      draft.frozen = true
      for (const { bidderCode, name } of event.payload.absent) ensureBidder(draft, bidderCode, name)
      for (const { bidderCode, name, submittedAt, ...bid } of event.payload.bids) {
        const bidder = ensureBidder(draft, bidderCode, name)
        bidder.submission = { ...bid, at: submittedAt, manifest: bidder.submission?.manifest ?? null }
        bidder.file = { status: 'sealed' }
      }
      // A bidder's own entry comes first in their log; from here on the order is the same for all.
      draft.order = [...event.payload.bids, ...event.payload.absent].map((bidder) => bidder.bidderCode)
      return
    case 'DecryptionStarted':
      draft.status = 'opening'
      draft.decryption = { ...event.payload, issuedAt: event.at, closed: false, cause: null, closedAt: null }
      return
    case 'BidDecrypted': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      bidder.file = { status: 'decrypted', method: event.payload.method, at: event.at }
      bidder.fileIdentity = event.private.fileIdentity?.value ?? null
      return
    }
    case 'BidImported': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      const method = bidder.file.status === 'decrypted' ? bidder.file.method : 'certificate'
      const { documentCount } = event.payload
      bidder.file = { status: 'imported', method, at: event.at, documentCount }
      bidder.opened = event.private.figures?.value ?? null
      return
    }
    case 'DecryptionRefused': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (bidder) bidder.file = { status: 'refused', cause: event.payload.cause, at: event.at }
      return
    }
    case 'DecryptionClosed':
      if (!draft.decryption) return
      draft.decryption.closed = true
      draft.decryption.cause = event.payload.cause
      draft.decryption.closedAt = event.at
      return
    case 'BidFailed': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      bidder.file = { status: 'failed', kind: event.payload.kind, cause: event.payload.cause, at: event.at }
      return
    }
    case 'BidMarked': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (bidder) bidder.invalid = event.payload.invalid ? { note: event.payload.note } : null
      return
    }
    case 'AnnouncementStarted':
      draft.flow = Math.max(draft.flow, flow.announcement)
      draft.announcement = { startedAt: event.at, bidderCount: event.payload.bidderCount }
      return
    case 'BidAnnounced': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (bidder) bidder.figures = event.payload.figures
      return
    }
    case 'FlowReset':
      draft.flow = event.payload.flow
      return
    case 'EndEntered':
      draft.flow = Math.max(draft.flow, flow.end)
      return
    case 'ConfirmationStarted':
      draft.confirmation = { ...event.payload, issuedAt: event.at, closed: false }
      return
    case 'OverviewConfirmed': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      bidder.confirmed = event.payload.by
      bidder.confirmation = event.payload.signature
      return
    }
    case 'ConfirmationClosed':
      if (draft.confirmation) draft.confirmation.closed = true
      return
    case 'BidRemarked': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (bidder) bidder.remark = event.payload.remark
      return
    }
    case 'RemarksRecorded':
      draft.remarks = event.payload.remarks
      return
    case 'SigningStarted':
      draft.signing = {
        ...event.payload,
        issuedAt: event.at,
        extendedAt: null,
        closed: false,
        confirmed: false,
        unsigned: [],
      }
      return
    case 'SigningExtended':
      if (!draft.signing) return
      draft.signing.deadline = event.payload.deadline
      draft.signing.extendedAt = event.at
      draft.signing.closed = false
      return
    case 'RecordSigned': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (bidder) bidder.signature = { ...event.payload.signature, at: event.at }
      return
    }
    case 'SigningClosed':
      if (draft.signing) draft.signing.closed = true
      return
    case 'SigningConfirmed':
      if (!draft.signing) return
      draft.signing.closed = true
      draft.signing.confirmed = true
      draft.signing.unsigned = event.payload.unsigned
      return
    case 'MessagePosted':
      return
    case 'ObjectionRaised': {
      const { objectionId, bidderCode, content } = event.payload
      if (!draft.objections[objectionId]) draft.objectionOrder.push(objectionId)
      draft.objections[objectionId] = {
        id: objectionId,
        bidderCode,
        content,
        at: event.at,
        reply: null,
        read: false,
      }
      return
    }
    case 'ObjectionReplied': {
      const objection = draft.objections[event.payload.objectionId]
      if (objection) objection.reply = { content: event.payload.content, at: event.at }
      return
    }
    case 'ObjectionRead': {
      const objection = draft.objections[event.payload.objectionId]
      if (objection) objection.read = true
      return
    }
    case 'EnvelopeEnded':
      draft.status = 'to-be-opened'
      draft.flow = flow.ended
      draft.stage = { number: 1, firstEndedAt: event.at }
      return
    case 'SecondEnvelopeCalled':
      draft.stage = { number: 2, firstEndedAt: draft.stage.firstEndedAt }
      return
    case 'OpeningEnded':
      draft.status = 'opened'
      draft.flow = flow.ended
      draft.endedAt = event.at
      return
    case 'LotStatusChanged':
      changeLot(draft, event.payload.lot, event.at)
      return
    default:
      newer(draft, event satisfies never)
  }
}

const noOrigin: Origin = { entered: null, submitted: null, hardwareSerial: null }

/** While a lot is halted time stands still: when it goes on, open windows get what they had left. */
function changeLot(draft: SessionState, lot: LotStatus, at: string): void {
  const { haltedAt, decryption, confirmation, signing } = draft
  draft.lot = lot
  if (lot === 'failed') draft.status = 'failed'
  draft.haltedAt = lot === 'open' ? null : (haltedAt ?? at)
  if (lot !== 'open' || haltedAt === null) return
  const halted = epochOf(at) - epochOf(haltedAt)
  for (const window of [decryption, confirmation, signing]) {
    if (!window || window.closed || !(window.deadline > haltedAt)) continue
    const deadline = epochOf(window.deadline) + halted
    if (Number.isFinite(deadline)) window.deadline = isoTime(deadline)
  }
}

function newer(draft: SessionState, { seq }: SaltedEvent): void {
  draft.newerFrom ??= seq
}

function ensureBidder(draft: SessionState, code: string, name: string): BidderState {
  const known = draft.bidders[code]
  if (known) return known
  draft.order.push(code)
  const bidder: BidderState = {
    code,
    name,
    certificate: null,
    entered: false,
    submission: null,
    file: { status: 'none' },
    opened: null,
    fileIdentity: null,
    figures: null,
    invalid: null,
    confirmed: 'no',
    confirmation: null,
    signature: null,
    remark: '',
    origin: null,
  }
  draft.bidders[code] = bidder
  return bidder
}
