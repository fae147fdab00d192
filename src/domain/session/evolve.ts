import { epochOf, isoTime } from '#lib/time.ts'
import { evolveDraw, postponeDraw } from '../draw/evolve-draw.ts'
import { today } from '../log/upcast.ts'
import { filesOf } from '../submission/bids.ts'
import { isEncrypted } from '../tender/tender.ts'
import { withContent } from '../tender/tender-file.ts'
import { type EventType, eventVersions, type SaltedEvent } from './event.ts'
import { callSecondEnvelope, startDecryption, startImport } from './evolve-round.ts'
import { flow } from './flow.ts'
import type { LotStatus } from './lot.ts'
import type { BidderState, BidFileState, FileState, Origin, SessionState } from './state.ts'

/**
 * Folds one event into the draft it is given. Total: it never throws and ignores what it has no place for, so
 * that a viewer's redacted log folds as well as the whole one. Of an event that is newer than this code only its
 * place counts (event.ts, rule 2).
 */
export function evolve(draft: SessionState, event: SaltedEvent): void {
  draft.seq = event.seq
  const step = steps.get(event.type)
  if (step?.version === event.version) step.fold(draft, event as never)
  else if (!step || event.version > step.version) draft.newerFrom ??= event.seq
  else step.fold(draft, today(event) as never)
}

/** What an event of a type does to the state. */
type Fold<Type extends EventType> = (draft: SessionState, event: Extract<SaltedEvent, { type: Type }>) => void

const folds: { readonly [Type in EventType]: Fold<Type> } = {
  TenderPublished(draft, event) {
    draft.tender = event.payload.tender
  },
  TenderFileImported: importTenderFile,
  EvaluationParametersSet(draft, event) {
    if (draft.tender) draft.tender = { ...draft.tender, ...event.payload.changes }
    const set = event.private.controlPrice?.value
    if (set) draft.controlPrice = { ...set, file: draft.controlPrice?.file ?? null, disclosed: false }
  },
  ControlPriceDisclosed(draft, event) {
    const { price, remark } = event.payload
    draft.controlPrice = { ...event.payload, disclosed: true }
    if (!draft.tender || price === null) return
    draft.tender = { ...draft.tender, ceilingPrice: price, ceilingRemark: remark }
  },
  BidderEnrolled(draft, event) {
    const { bidderCode, name, certificate } = event.payload
    ensureBidder(draft, bidderCode, name).certificate = certificate
  },
  BidSubmitted(draft, event) {
    const bidder = draft.bidders[event.payload.bidderCode]
    if (!bidder) return
    const { kind, fileId, fileName, ciphertextHash, contentCommitment, manifest } = event.payload
    const submission = { fileId, fileName, ciphertextHash, contentCommitment, manifest, at: event.at }
    bidder.files[kind] = sealedFile(kind, submission)
    const from = event.private.origin?.value
    if (from) {
      const { address: submitted, hardwareSerial } = from
      bidder.origin = { ...(bidder.origin ?? noOrigin), submitted, hardwareSerial }
    }
  },
  ParticipantEntered(draft, event) {
    draft.entrants[event.actor] = { role: event.payload.role, bidderCode: event.payload.bidderCode }
    // The record being signed names the supervisor of that moment.
    if (event.payload.role === 'supervisor' && !draft.signing) draft.recordedSupervisor = event.payload.name
    const bidder = event.payload.bidderCode === null ? undefined : draft.bidders[event.payload.bidderCode]
    if (!bidder) return
    bidder.entered = true
    const { address } = event.private
    if (!address) return
    const { submitted, hardwareSerial } = bidder.origin ?? noOrigin
    bidder.origin = { entered: address.value, submitted, hardwareSerial }
  },
  PersonInfoRecorded(draft, event) {
    draft.persons = event.payload.names
    draft.personIds = event.private.ids?.value ?? null
  },
  WorkerAdded(draft, event) {
    const { workerId: id, ...row } = event.payload
    if (!draft.workers[id]) draft.workerOrder.push(id)
    draft.workers[id] = { id, ...row, contact: event.private.contact?.value ?? null }
  },
  WorkerEdited(draft, event) {
    const { workerId: id, ...row } = event.payload
    const worker = draft.workers[id]
    if (!worker) return
    draft.workers[id] = { ...worker, ...row, contact: event.private.contact?.value ?? null }
  },
  WorkerRemoved(draft, event) {
    const { workerId } = event.payload
    delete draft.workers[workerId]
    draft.workerOrder = draft.workerOrder.filter((id) => id !== workerId)
  },
  CommitmentLetterCreated(draft, event) {
    const { bidderCode, letterHash } = event.payload
    draft.letters[bidderCode] = {
      ...{ letterHash, createdAt: event.at },
      ...{ signature: null, declinedAt: null },
    }
  },
  CommitmentLetterSigned(draft, event) {
    const { bidderCode, letterHash, signature } = event.payload
    const createdAt = draft.letters[bidderCode]?.createdAt ?? event.at
    const signed = { ...signature, at: event.at }
    draft.letters[bidderCode] = { letterHash, createdAt, signature: signed, declinedAt: null }
  },
  CommitmentLetterDeclined(draft, event) {
    const letter = draft.letters[event.payload.bidderCode]
    if (letter) draft.letters[event.payload.bidderCode] = { ...letter, declinedAt: event.at }
  },
  DrawDeclared: evolveDraw,
  DrawJoined: evolveDraw,
  DrawJoiningClosed: evolveDraw,
  DrawRevealed: evolveDraw,
  DrawDecided: evolveDraw,
  DrawVoided: evolveDraw,
  BidOpeningEntered(draft) {
    draft.flow = Math.max(draft.flow, flow.opening)
  },
  BidsFrozen(draft, event) {
    draft.frozen = true
    for (const { bidderCode, name } of event.payload.absent) {
      const bidder = ensureBidder(draft, bidderCode, name)
      for (const file of filesOf(bidder)) file.file = { status: 'left-out' }
    }
    for (const { bidderCode, name, submittedAt, kind, ...bid } of event.payload.bids) {
      const bidder = ensureBidder(draft, bidderCode, name)
      const manifest = bidder.files[kind]?.submission.manifest ?? null
      bidder.files[kind] = sealedFile(kind, { ...bid, at: submittedAt, manifest })
    }
    // A bidder's own entry comes first in their log; from here on the order is the same for all.
    draft.order = [
      ...new Set([...event.payload.bids, ...event.payload.absent].map(({ bidderCode }) => bidderCode)),
    ]
  },
  DecryptionStarted: startDecryption,
  BidImportStarted: startImport,
  FileKeyHandedOver(draft, event) {
    const file = fileOf(draft, event.payload)
    if (!file) return
    const { method } = event.payload
    file.file = { status: 'opening', method, at: event.at, seq: event.seq }
    file.method = method
    file.fileIdentity = event.private.fileIdentity?.value ?? null
  },
  BidDecrypted(draft, event) {
    const file = fileOf(draft, event.payload)
    if (!file) return
    file.file = { status: 'decrypted', method: event.payload.method, at: event.at }
    file.fileIdentity = event.private.fileIdentity?.value ?? null
  },
  BidImported(draft, event) {
    const file = fileOf(draft, event.payload)
    if (!file) return
    const method = 'method' in file.file ? file.file.method : 'certificate'
    file.file = { status: 'imported', method, at: event.at, documentCount: event.payload.documentCount }
    file.opened = event.private.figures?.value ?? null
  },
  DecryptionRefused(draft, event) {
    const file = fileOf(draft, event.payload)
    if (file) file.file = { status: 'refused', cause: event.payload.cause, at: event.at }
  },
  BackupFileAccepted(draft, event) {
    const file = fileOf(draft, event.payload)
    const method = isEncrypted(draft) ? file?.method : 'none'
    if (file && method) file.file = { status: 'opening', method, at: event.at, seq: event.seq }
  },
  DecryptionExtended(draft, event) {
    if (draft.decryption?.deadline) draft.decryption.deadline = event.payload.deadline
  },
  DecryptionClosed(draft, event) {
    if (!draft.decryption) return
    draft.decryption.closed = true
    draft.decryption.cause = event.payload.cause
    draft.decryption.closedAt = event.at
  },
  WindowHealthRecorded(draft, event) {
    if (draft.decryption) draft.decryption.outages = event.payload.outages
  },
  BidderLineRecorded(draft, event) {
    const bidder = draft.bidders[event.payload.bidderCode]
    if (bidder) bidder.line = event.payload.line
  },
  BidFailed(draft, event) {
    const file = fileOf(draft, event.payload)
    const { kind, cause } = event.payload
    if (file) file.file = { status: 'failed', kind, cause, at: event.at }
  },
  BidMarked(draft, event) {
    const bidder = draft.bidders[event.payload.bidderCode]
    if (bidder) bidder.invalid = event.payload.invalid ? { note: event.payload.note } : null
  },
  AnnouncementStarted(draft, event) {
    draft.flow = Math.max(draft.flow, flow.announcement)
    draft.announcement = { startedAt: event.at, bidderCount: event.payload.bidderCount }
  },
  BidAnnounced(draft, event) {
    const bidder = draft.bidders[event.payload.bidderCode]
    if (bidder) bidder.figures = event.payload.figures
  },
  FlowReset(draft, event) {
    draft.flow = event.payload.flow
    // Step 2 is the present one again, with all that belongs to it; what was made public stays so.
    if (draft.flow < flow.announcement) draft.announcement = null
  },
  EndEntered(draft) {
    draft.flow = Math.max(draft.flow, flow.end)
  },
  ConfirmationStarted(draft, event) {
    draft.confirmation = { ...event.payload, issuedAt: event.at, closed: false }
  },
  OverviewConfirmed(draft, event) {
    const bidder = draft.bidders[event.payload.bidderCode]
    if (!bidder) return
    bidder.confirmed = event.payload.by
    bidder.confirmation = event.payload.signature
  },
  ConfirmationClosed(draft) {
    if (draft.confirmation) draft.confirmation.closed = true
  },
  BidRemarked(draft, event) {
    const bidder = draft.bidders[event.payload.bidderCode]
    if (bidder) bidder.remark = event.payload.remark
  },
  RemarksRecorded(draft, event) {
    draft.remarks = event.payload.remarks
  },
  SigningStarted(draft, event) {
    draft.signing = {
      ...event.payload,
      issuedAt: event.at,
      extendedAt: null,
      closed: false,
      confirmed: false,
      unsigned: [],
    }
  },
  SigningExtended(draft, event) {
    if (!draft.signing) return
    draft.signing.deadline = event.payload.deadline
    draft.signing.extendedAt = event.at
    draft.signing.closed = false
  },
  RecordSigned(draft, event) {
    const bidder = draft.bidders[event.payload.bidderCode]
    if (bidder) bidder.signature = { ...event.payload.signature, at: event.at }
  },
  SigningClosed(draft) {
    if (draft.signing) draft.signing.closed = true
  },
  SigningConfirmed(draft, event) {
    if (!draft.signing) return
    draft.signing.closed = true
    draft.signing.confirmed = true
    draft.signing.unsigned = event.payload.unsigned
  },
  MessagePosted: () => {},
  ObjectionRaised(draft, event) {
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
  },
  ObjectionReplied(draft, event) {
    const objection = draft.objections[event.payload.objectionId]
    if (objection) objection.reply = { content: event.payload.content, at: event.at }
  },
  ObjectionRead(draft, event) {
    const objection = draft.objections[event.payload.objectionId]
    if (objection) objection.read = true
  },
  EnvelopeEnded(draft, event) {
    draft.status = 'to-be-opened'
    draft.flow = flow.ended
    draft.stage = { number: 1, firstEndedAt: event.at }
  },
  SecondEnvelopeCalled: callSecondEnvelope,
  OpeningEnded(draft, event) {
    draft.status = 'opened'
    draft.flow = flow.ended
    draft.endedAt = event.at
  },
  LotStatusChanged(draft, event) {
    changeLot(draft, event.payload.lot, event.at)
  },
}

/** By type; a map, since types come as text that was read, and comparing one with every name takes longer than this. */
const steps: ReadonlyMap<string, Step> = new Map(
  Object.entries(folds).map(([type, fold]) => [type, { version: eventVersions[type as EventType], fold }]),
)

interface Step {
  readonly version: number
  fold(draft: SessionState, event: never): void
}

function sealedFile(kind: BidFileState['kind'], submission: BidFileState['submission']): BidFileState {
  return { kind, submission, file: sealed, method: null, opened: null, fileIdentity: null }
}

/** Where a file stands is replaced, never written to: all sealed ones can share it. */
const sealed: FileState = { status: 'sealed' }

/** Events after the freeze name a file by its id alone. */
function fileOf(
  draft: SessionState,
  { bidderCode, fileId }: { readonly bidderCode: string; readonly fileId: string },
): BidFileState | undefined {
  const files = draft.bidders[bidderCode]?.files
  // Most tenders ask for one file, and a loop over one takes several times as long as looking at it.
  if (files?.technical?.submission.fileId === fileId) return files.technical
  for (const kind in files) {
    const file = files[kind as BidFileState['kind']]
    if (file?.submission.fileId === fileId) return file
  }
  return undefined
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
    figures: null,
    invalid: null,
    confirmed: 'no',
    confirmation: null,
    signature: null,
    remark: '',
    line: null,
    origin: null,
  }
  draft.bidders[code] = bidder
  return bidder
}
