import type { VisibleEntry } from '#domain/log/entry.ts'
import type { EventShapes, EventType } from '#domain/session/event.ts'
import { flow } from '#domain/session/flow.ts'
import { withOwnPart } from '#domain/session/own-part.ts'
import type { SessionState } from '#domain/session/state.ts'
import { filesOf } from '#domain/submission/bids.ts'
import type { Figures } from '#domain/submission/figures.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'

/** What a bidder has to know of an opening in one envelope in order to act: a few fields instead of the whole state. */
export interface Standing {
  /** Null until the command; the deadline as ISO 8601. */
  decryption: (Call & { deadline: string | null }) | null
  /** Ids of the bidder's files that wait for no key any more. */
  readonly keyed: Set<string>
  /** The bidder's figures once they are public. */
  figures: Figures | null
  /** Ids of the bidder's files that failed: with any, they are asked neither to confirm nor to sign (END-31). */
  readonly failed: Set<string>
  inquiry: Call | null
  answered: boolean
  /** `hash` is what is confirmed. */
  confirmation: (Call & { hash: string | null }) | null
  confirmed: boolean
  /** `hash` is what is signed. */
  signing: (Call & { hash: string }) | null
  /** SHA-256 of the record's PDF. */
  recordPdf: string | null
  signed: boolean
  /** Step 4 was entered. */
  atEnd: boolean
  ended: boolean
}

/** Something that everybody is called to do. */
interface Call {
  closed: boolean
}

export function emptyStanding(): Standing {
  return {
    decryption: null,
    keyed: new Set(),
    figures: null,
    failed: new Set(),
    inquiry: null,
    answered: false,
    confirmation: null,
    confirmed: false,
    signing: null,
    recordPdf: null,
    signed: false,
    atEnd: false,
    ended: false,
  }
}

/** What the entries of each type that matter say to this bidder. */
type Readings = {
  readonly [T in EventType]?: (standing: Standing, payload: EventShapes[T]['payload']) => void
}

const close = (call: Call | null) => {
  if (call) call.closed = true
}

/** Entries that are the same to everybody. */
const common: Readings = {
  DecryptionStarted: (standing, { deadline }) => {
    standing.decryption = { closed: false, deadline }
  },
  BidImportStarted: (standing) => {
    standing.decryption = { closed: false, deadline: null }
  },
  DecryptionExtended: (standing, { deadline }) => {
    if (standing.decryption) standing.decryption.deadline = deadline
  },
  DecryptionProlonged: (standing, { deadline }) => {
    if (standing.decryption) standing.decryption.deadline = deadline
  },
  DecryptionReopened: (standing, { deadline, files }) => {
    standing.decryption = { closed: false, deadline }
    for (const { fileId } of files) {
      standing.keyed.delete(fileId)
      standing.failed.delete(fileId)
    }
  },
  DecryptionClosed: ({ decryption }) => close(decryption),
  InquiryStarted: (standing) => {
    standing.inquiry = { closed: false }
  },
  InquiryClosed: ({ inquiry }) => close(inquiry),
  EndEntered: (standing) => {
    standing.atEnd = true
  },
  ConfirmationStarted: (standing, { overviewHash: hash }) => {
    standing.confirmation = { closed: false, hash }
  },
  ConfirmationClosed: ({ confirmation }) => close(confirmation),
  ConfirmationEnded: ({ confirmation }) => close(confirmation),
  DocumentFiled: (standing, { kind, format, sha256 }) => {
    if (kind === 'opening-record' && format === 'pdf') standing.recordPdf = sha256
  },
  SigningStarted: (standing, { recordHash: hash }) => {
    standing.signing = { closed: false, hash }
  },
  SigningExtended: ({ signing }) => {
    if (signing) signing.closed = false
  },
  SigningClosed: ({ signing }) => close(signing),
  SigningConfirmed: ({ signing }) => close(signing),
  OpeningEnded: (standing) => {
    standing.ended = true
  },
}

/** Entries about one bidder. */
const own: Readings = {
  FileKeyHandedOver: ({ keyed }, { fileId }) => void keyed.add(fileId),
  BidDecrypted: ({ keyed }, { fileId }) => void keyed.add(fileId),
  BidImported: ({ keyed }, { fileId }) => void keyed.add(fileId),
  BackupFileAccepted: ({ keyed }, { fileId }) => void keyed.add(fileId),
  BidFailed: ({ keyed, failed }, { fileId }) => {
    keyed.add(fileId)
    failed.add(fileId)
  },
  DecryptionRefused: ({ keyed }, { fileId }) => void keyed.delete(fileId),
  BidAnnounced: (standing, { figures }) => {
    standing.figures = figures
  },
  InquiryAnswered: (standing) => {
    standing.answered = true
  },
  OverviewConfirmed: (standing) => {
    standing.confirmed = true
  },
  RecordSigned: (standing) => {
    standing.signed = true
  },
}

type AnyReading = (standing: Standing, payload: unknown) => void
const commonReadings = new Map(Object.entries(common)) as ReadonlyMap<string, AnyReading>
const ownReadings = new Map(Object.entries(own)) as ReadonlyMap<string, AnyReading>

/** Reads one entry; whether it changed where the bidder stands. */
export function readEntry(standing: Standing, bidderCode: string, entry: VisibleEntry): boolean {
  if (entry.type === undefined) return false
  const { payload } = entry as { readonly payload?: { readonly bidderCode?: string } }
  const { type } = entry
  const reading = commonReadings.get(type) ?? (payload?.bidderCode === bidderCode && ownReadings.get(type))
  if (!reading) return false
  reading(standing, payload)
  return true
}

/** Statuses of files that have no key, or will never have one. */
const waiting: ReadonlySet<string> = new Set(['sealed', 'refused', 'left-out'])

/** Where the bidder stands by a snapshot, of which only what is needed is read. */
export function standingIn(
  { state: shared, own }: Pick<SnapshotMessage, 'state' | 'own'>,
  bidderCode: string,
): Standing {
  const state = withOwnPart(shared, own) as unknown as SessionState
  const { decryption, inquiry, confirmation, signing, documents, endedAt } = state
  const bidder = state.bidders[bidderCode]
  const files = bidder ? filesOf(bidder) : []
  const keyed = files.filter(({ file }) => !waiting.has(file.status))
  const failed = files.filter(({ file }) => file.status === 'failed')
  const record = documents.findLast(({ kind, format }) => kind === 'opening-record' && format === 'pdf')
  return {
    decryption: decryption && { closed: decryption.closed, deadline: decryption.deadline },
    keyed: new Set(keyed.map(({ submission }) => submission.fileId)),
    figures: bidder?.figures ?? null,
    failed: new Set(failed.map(({ submission }) => submission.fileId)),
    inquiry: inquiry && { closed: inquiry.closed },
    answered: Boolean(inquiry?.answers[bidderCode]),
    confirmation: confirmation && { closed: confirmation.closed, hash: confirmation.overviewHash },
    confirmed: bidder ? bidder.confirmed !== 'no' : false,
    signing: signing && { closed: signing.closed, hash: signing.recordHash },
    recordPdf: record?.sha256 ?? null,
    signed: Boolean(bidder?.signature),
    atEnd: state.flow >= flow.end,
    ended: endedAt !== null,
  }
}
