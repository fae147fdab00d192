import { epochOf, isoTime } from '#lib/time.ts'
import { evolveDraw, postponeDraw } from './draw/evolve-draw.ts'
import { isKnown, type SaltedEvent } from './event.ts'
import { callSecondEnvelope, noRound, putFile, startDecryption, startImport } from './evolve-round.ts'
import { flow } from './flow.ts'
import type { LotStatus } from './lot.ts'
import { type BidderState, type BidFileState, filesOf, type Origin, type SessionState } from './state.ts'
import { isEncrypted } from './tender.ts'
import { withContent } from './tender-file.ts'

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
    case 'TenderFileImported':
      importTenderFile(draft, event)
      return
    case 'EvaluationParametersSet': {
      if (draft.tender) draft.tender = { ...draft.tender, ...event.payload.changes }
      const set = event.private.controlPrice?.value
      if (set) draft.controlPrice = { ...set, file: draft.controlPrice?.file ?? null, disclosed: false }
      return
    }
    case 'ControlPriceDisclosed': {
      const { price, remark } = event.payload
      draft.controlPrice = { ...event.payload, disclosed: true }
      if (!draft.tender || price === null) return
      draft.tender = { ...draft.tender, ceilingPrice: price, ceilingRemark: remark }
      return
    }
    case 'BidderEnrolled': {
      const { bidderCode, name, certificate } = event.payload
      ensureBidder(draft, bidderCode, name).certificate = certificate
      return
    }
    case 'BidSubmitted': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (!bidder) return
      const { kind, fileId, fileName, ciphertextHash, contentCommitment, manifest } = event.payload
      const submission = { fileId, fileName, ciphertextHash, contentCommitment, manifest, at: event.at }
      bidder.files = { ...bidder.files, [kind]: sealedFile(kind, submission) }
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
    case 'WorkerAdded': {
      const { workerId: id, ...row } = event.payload
      if (!draft.workers[id]) draft.workerOrder.push(id)
      draft.workers[id] = { id, ...row, contact: event.private.contact?.value ?? null }
      return
    }
    case 'WorkerEdited': {
      const { workerId: id, ...row } = event.payload
      const worker = draft.workers[id]
      if (!worker) return
      draft.workers[id] = { ...worker, ...row, contact: event.private.contact?.value ?? null }
      return
    }
    case 'WorkerRemoved': {
      const { workerId } = event.payload
      delete draft.workers[workerId]
      draft.workerOrder = draft.workerOrder.filter((id) => id !== workerId)
      return
    }
    case 'CommitmentLetterCreated': {
      const { bidderCode, letterHash } = event.payload
      draft.letters[bidderCode] = {
        ...{ letterHash, createdAt: event.at },
        ...{ signature: null, declinedAt: null },
      }
      return
    }
    case 'CommitmentLetterSigned': {
      const { bidderCode, letterHash, signature } = event.payload
      const createdAt = draft.letters[bidderCode]?.createdAt ?? event.at
      const signed = { ...signature, at: event.at }
      draft.letters[bidderCode] = { letterHash, createdAt, signature: signed, declinedAt: null }
      return
    }
    case 'CommitmentLetterDeclined': {
      const letter = draft.letters[event.payload.bidderCode]
      if (letter) draft.letters[event.payload.bidderCode] = { ...letter, declinedAt: event.at }
      return
    }
    case 'DrawDeclared':
    case 'DrawJoined':
    case 'DrawJoiningClosed':
    case 'DrawRevealed':
    case 'DrawDecided':
    case 'DrawVoided':
      evolveDraw(draft, event)
      return
    case 'BidOpeningEntered':
      draft.flow = Math.max(draft.flow, flow.opening)
      return
    case 'BidsFrozen':
      draft.frozen = true
      for (const { bidderCode, name } of event.payload.absent) {
        const bidder = ensureBidder(draft, bidderCode, name)
        for (const file of filesOf(bidder)) putFile(bidder, { ...file, file: { status: 'left-out' } })
      }
      for (const { bidderCode, name, submittedAt, kind, ...bid } of event.payload.bids) {
        const bidder = ensureBidder(draft, bidderCode, name)
        const manifest = bidder.files[kind]?.submission.manifest ?? null
        putFile(bidder, sealedFile(kind, { ...bid, at: submittedAt, manifest }))
      }
      // A bidder's own entry comes first in their log; from here on the order is the same for all.
      draft.order = [
        ...new Set([...event.payload.bids, ...event.payload.absent].map(({ bidderCode }) => bidderCode)),
      ]
      return
    case 'DecryptionStarted':
      startDecryption(draft, event)
      return
    case 'BidImportStarted':
      startImport(draft, event)
      return
    case 'FileKeyHandedOver':
      changeFile(draft, event.payload, (file) => ({
        ...file,
        file: { status: 'opening', method: event.payload.method, at: event.at, seq: event.seq },
        method: event.payload.method,
        fileIdentity: event.private.fileIdentity?.value ?? null,
      }))
      return
    case 'BidDecrypted':
      changeFile(draft, event.payload, (file) => ({
        ...file,
        file: { status: 'decrypted', method: event.payload.method, at: event.at },
        fileIdentity: event.private.fileIdentity?.value ?? null,
      }))
      return
    case 'BidImported':
      changeFile(draft, event.payload, (was) => {
        const method = 'method' in was.file ? was.file.method : 'certificate'
        const { documentCount } = event.payload
        const opened = event.private.figures?.value ?? null
        return { ...was, opened, file: { status: 'imported', method, at: event.at, documentCount } }
      })
      return
    case 'DecryptionRefused':
      changeFile(draft, event.payload, (file) => ({
        ...file,
        file: { status: 'refused', cause: event.payload.cause, at: event.at },
      }))
      return
    case 'BackupFileAccepted':
      changeFile(draft, event.payload, (file) => {
        const method = isEncrypted(draft) ? file.method : 'none'
        return method ? { ...file, file: { status: 'opening', method, at: event.at, seq: event.seq } } : file
      })
      return
    case 'DecryptionExtended':
      if (draft.decryption?.deadline) draft.decryption.deadline = event.payload.deadline
      return
    case 'DecryptionClosed':
      if (!draft.decryption) return
      draft.decryption.closed = true
      draft.decryption.cause = event.payload.cause
      draft.decryption.closedAt = event.at
      return
    case 'WindowHealthRecorded':
      if (draft.decryption) draft.decryption.outages = event.payload.outages
      return
    case 'BidderLineRecorded': {
      const bidder = draft.bidders[event.payload.bidderCode]
      if (bidder) bidder.line = event.payload.line
      return
    }
    case 'BidFailed': {
      const { kind, cause } = event.payload
      changeFile(draft, event.payload, (file) => ({
        ...file,
        file: { status: 'failed', kind, cause, at: event.at },
      }))
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
      // Step 2 is the present one again, with all that belongs to it; what was made public stays so.
      if (draft.flow < flow.announcement) draft.announcement = null
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
      const { objectionId, bidderCode, content, attachment } = event.payload
      if (!draft.objections[objectionId]) draft.objectionOrder.push(objectionId)
      draft.objections[objectionId] = {
        id: objectionId,
        bidderCode,
        content,
        attachment,
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
      callSecondEnvelope(draft)
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

function sealedFile(kind: BidFileState['kind'], submission: BidFileState['submission']): BidFileState {
  return { kind, submission, file: { status: 'sealed' }, method: null, opened: null, fileIdentity: null }
}

/** Events after the freeze name a file by its id alone. */
function changeFile(
  draft: SessionState,
  { bidderCode, fileId }: { readonly bidderCode: string; readonly fileId: string },
  change: (file: BidFileState) => BidFileState,
): void {
  const bidder = draft.bidders[bidderCode]
  const file = bidder && filesOf(bidder).find(({ submission }) => submission.fileId === fileId)
  if (file) putFile(bidder, change(file))
}

function importTenderFile(
  draft: SessionState,
  { payload, at }: Extract<SaltedEvent, { type: 'TenderFileImported' }>,
): void {
  const { kind, file, isRead, attachments, content, controlPrice } = payload
  const imported = { ...file, at, isRead, attachments }
  if (kind === 'control-price') {
    const { price, remark } = controlPrice ?? draft.controlPrice ?? { price: null, remark: '' }
    draft.controlPrice = { price, remark, file: imported, disclosed: false }
    return
  }
  draft.tenderFiles = { ...draft.tenderFiles, [kind]: imported }
  if (draft.tender && content) draft.tender = withContent(draft.tender, content)
}

const noOrigin: Origin = { entered: null, submitted: null, hardwareSerial: null }

/** While a lot is halted time stands still: when it goes on, open windows get what they had left. */
function changeLot(draft: SessionState, lot: LotStatus, at: string): void {
  const { haltedAt, decryption, confirmation, signing } = draft
  draft.lot = lot
  if (lot === 'failed') draft.status = 'failed'
  draft.haltedAt = lot === 'open' ? null : (haltedAt ?? at)
  if (lot !== 'open' || haltedAt === null) return
  draft.halts = [...draft.halts, { from: haltedAt, to: at }]
  const halted = epochOf(at) - epochOf(haltedAt)
  for (const window of [decryption, confirmation, signing]) {
    if (!window?.deadline || window.closed || !(window.deadline > haltedAt)) continue
    const deadline = epochOf(window.deadline) + halted
    if (Number.isFinite(deadline)) window.deadline = isoTime(deadline)
  }
  postponeDraw(draft, haltedAt, halted)
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
    files: {},
    first: null,
    excluded: false,
    ...noRound,
    origin: null,
  }
  draft.bidders[code] = bidder
  return bidder
}
