import type { DecryptionMethod } from '#domain/decryption/outcome.ts'
import { overviewHash, recordHash } from '#domain/ending/record.ts'
import { type SignedAs, signedAsOrganisation } from '#domain/ending/signer.ts'
import type { Statements } from '#domain/ending/statements-schema.ts'
import type { Attachment } from '#domain/objections/attachment.ts'
import type { StaffKind } from '#domain/preparation/site-staff.ts'
import { type EventShapes, event, type SessionEvent } from '#domain/session/event.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { isoTime } from '#lib/time.ts'
import { agencyCode, openingTime, tender } from '#test/support/sample-tender.ts'
import { past, stateAfter } from './given.ts'
import {
  bidderCode,
  documentHash,
  documentId,
  figuresOf,
  fileId,
  ids,
  keyOf,
  letterHash,
  messageText,
  minute,
  names,
  objectionId,
  objectionText,
  opener,
  replyText,
  signatureOf,
  staffContact,
  staffMemberId,
  submission,
} from './sample-actors.ts'

/** Histories of one opening with two bids and a third bidder who stays away; each continues the one before it. */

export function published(changes: Partial<TenderInput> = {}): SessionEvent[] {
  return [event('TenderPublished', { tender: tender(changes) })]
}

export function enrolled(changes?: Partial<TenderInput>): SessionEvent[] {
  return [...published(changes), ...[1, 2, 3].map((n) => enrolment(n))]
}

export function enrolment(n: number): SessionEvent {
  const code = bidderCode(n)
  return event('BidderEnrolled', {
    bidderCode: code,
    name: `投标人${n}`,
    certificate: `certificate-of-${n}`,
  })
}

export function submitted(changes?: Partial<TenderInput>): SessionEvent[] {
  return [...enrolled(changes), submissionOf(1), submissionOf(2)]
}

export function submissionOf(n: number, version = 1): SessionEvent {
  const replaces = version === 1 ? null : fileId(n, version - 1)
  const { address, hardwareSerial, ...submitted } = submission(n, version)
  return event(
    'BidSubmitted',
    { bidderCode: bidderCode(n), ...submitted, replaces },
    { origin: { address, hardwareSerial } },
  )
}

export const personInfo = event('PersonInfoRecorded', { names }, { ids })

export function entered(changes?: Partial<TenderInput>): SessionEvent[] {
  return [...submitted(changes), personInfo, event('BidOpeningEntered', {})]
}

export const decryptionDeadline = openingTime + 30 * minute

export const frozen = event('BidsFrozen', {
  bids: [1, 2].map((n) => {
    const { kind, fileId, fileName, ciphertextHash, contentCommitment } = submission(n)
    const bid = { kind, fileId, fileName, ciphertextHash, contentCommitment }
    return { bidderCode: bidderCode(n), name: `投标人${n}`, ...bid, submittedAt: past }
  }),
  absent: [{ bidderCode: bidderCode(3), name: '投标人3' }],
})

export function decrypting(changes?: Partial<TenderInput>): SessionEvent[] {
  const deadline = isoTime(decryptionDeadline)
  return [...entered(changes), frozen, event('DecryptionStarted', { limitMinutes: 30, deadline })]
}

export function handedOver(n: number, method: DecryptionMethod = 'certificate'): SessionEvent {
  const bid = { bidderCode: bidderCode(n), fileId: fileId(n) }
  return event('FileKeyHandedOver', { ...bid, method }, { fileIdentity: keyOf(n) })
}

export function opening(n: number): SessionEvent[] {
  return [handedOver(n), ...imported(n)]
}

export function imported(n: number): SessionEvent[] {
  const bid = { bidderCode: bidderCode(n), fileId: fileId(n) }
  return [
    event('BidDecrypted', { ...bid, method: 'certificate' }, { fileIdentity: keyOf(n) }),
    event(
      'BidImported',
      { ...bid, documentCount: 1 },
      { figures: figuresOf(n), documents: [{ name: '技术标.pdf', size: 1024 }] },
    ),
  ]
}

export const allOpened = event('DecryptionClosed', { cause: 'all-opened' })

export function opened(changes?: Partial<TenderInput>): SessionEvent[] {
  return [...decrypting(changes), ...opening(1), ...opening(2), allOpened]
}

export const announcements: SessionEvent[] = [
  event('AnnouncementStarted', { bidderCount: 2 }),
  ...[1, 2].map((n) => event('BidAnnounced', { bidderCode: bidderCode(n), figures: figuresOf(n) })),
]

export function announced(changes?: Partial<TenderInput>): SessionEvent[] {
  return [...opened(changes), ...announcements]
}

/** The first bid is being read, led by hand. */
export function reading(pace: number | null = null): SessionEvent[] {
  return [...announced(), event('ReadingStarted', { pace }), read(1)]
}

export function read(n: number): SessionEvent {
  return event('BidRead', { bidderCode: bidderCode(n), position: n })
}

/** The nth bidder disputes their announced row. */
export function dispute(n: number, text = '工期有误'): SessionEvent {
  return event('RowChecked', { bidderCode: bidderCode(n), answer: 'disputed', text })
}

export function disputeReply(n: number): SessionEvent {
  return event('DisputeReplied', { bidderCode: bidderCode(n), content: replyText })
}

export function readToEnd(): SessionEvent[] {
  return [...reading(), read(2), event('ReadingFinished', {})]
}

export function atEnd(): SessionEvent[] {
  return [...readToEnd(), event('EndEntered', {})]
}

/** Step 4, in which these bids were not decrypted in time, and the reading was cut short. */
export function atEndWithout(...failed: readonly number[]): SessionEvent[] {
  const opens = [1, 2].filter((n) => !failed.includes(n))
  const late = failed.map((n) => {
    const bid = { bidderCode: bidderCode(n), fileId: fileId(n) }
    return event('BidFailed', { ...bid, kind: 'revoked', cause: 'time-out' })
  })
  return [
    ...[
      ...decrypting(),
      ...opens.flatMap(opening),
      event('DecryptionClosed', { cause: 'time-out' }),
      ...late,
    ],
    event('AnnouncementStarted', { bidderCount: 2 }),
    ...opens.map((n) => event('BidAnnounced', { bidderCode: bidderCode(n), figures: figuresOf(n) })),
    ...[event('ReadingCutShort', { reason: '停电' }), event('EndEntered', {})],
  ]
}

/** The confirmation of the table of `history`. */
export function confirmationStarted(history: SessionEvent[]): SessionEvent {
  const deadline = isoTime(confirmationDeadline)
  return event('ConfirmationStarted', { limitMinutes: 10, deadline, overviewHash: overviewOf(history) })
}

/** The signing of the record of `history`. */
export function signingOrdered(history: SessionEvent[]): SessionEvent {
  return event('SigningStarted', signingStarted(isoTime(signingDeadline), recordOf(history)))
}

/** The end of the inquiry in `inquiring`. */
export const inquiryDeadline = openingTime + 20 * minute

/** Both bidders are asked for objections, in a tender with invited suppliers. */
export function inquiring(): SessionEvent[] {
  const invited = published({ invitesSuppliers: true })
  const started = event('InquiryStarted', {
    limitMinutes: 3,
    deadline: isoTime(inquiryDeadline),
    warningMilliseconds: 2 * minute,
  })
  return [...invited, ...readToEnd().slice(1), started]
}

/** The nth bidder answers: odd ones object, even ones do not. */
export function inquiryAnswer(n: number, objects = n % 2 === 1): SessionEvent {
  return event('InquiryAnswered', { bidderCode: bidderCode(n), objects, text: objects ? objectionText : '' })
}

export function inquiryReply(n: number): SessionEvent {
  return event('InquiryReplied', { bidderCode: bidderCode(n), content: replyText })
}

/** The first bidder objects, the second does not; with the last answer the inquiry ends. */
export function inquired(): SessionEvent[] {
  const closed = event('InquiryClosed', { cause: 'all-answered', answered: 2, objecting: 1, silent: 0 })
  return [...inquiring(), inquiryAnswer(1), inquiryAnswer(2), closed]
}

export const confirmationDeadline = openingTime + 50 * minute

export function confirming(): SessionEvent[] {
  return [...atEnd(), confirmationStarted(atEnd())]
}

/** What bidders confirm in `confirming`. */
export function overviewOf(history: SessionEvent[]): string {
  return overviewHash(stateAfter(history))
}

export function confirmation(n: number): SessionEvent {
  const { jws, ...signedBy } = signatureOf(n, 'overview')
  return event('OverviewConfirmed', { bidderCode: bidderCode(n), by: 'bidder', signedBy }, { proof: { jws } })
}

export function confirmed(): SessionEvent[] {
  const closed = event('ConfirmationClosed', { unconfirmed: [] })
  return [...confirming(), confirmation(1), confirmation(2), closed]
}

export const signingDeadline = openingTime + 80 * minute

/** What the record has of `dispute` and its reply. */
export function repliedDispute(n: number, at: string): Statements['disputes'][number] {
  return { bidderCode: bidderCode(n), text: '工期有误', at, reply: { content: replyText, at } }
}

/** The start of a signing of 15 minutes, whose record has no statements but these. */
export function signingStarted(deadline: string, recordHash: string, disputes: Statements['disputes'] = []) {
  return { limitMinutes: 15, deadline, recordHash, statements: { disputes, objections: [] } }
}

/** The digest that bidders sign in `signing`. */
export function recordOf(history: SessionEvent[]): string {
  return recordHash(stateAfter(history))
}

export function signing(): SessionEvent[] {
  return [...confirmed(), signingOrdered(confirmed())]
}

export function signature(n: number): SessionEvent {
  return recordSigned(n, signedAsOrganisation)
}

/** The nth bidder's signature of the record; `cms`: of its PDF, too. */
export function recordSigned(n: number, signedAs: SignedAs, cms: string | null = null): SessionEvent {
  const { jws, ...signedBy } = signatureOf(n)
  return event('RecordSigned', { bidderCode: bidderCode(n), signedBy, signedAs }, { proof: { jws, cms } })
}

/** The opener's own signature of the record and its PDF. */
export const openerSignature = event('OpenerSignedRecord', {
  ...{ unitCode: agencyCode, signature: signatureOf(9), signedAs: signedAsOrganisation, cms: 'MIIC' },
})

export function signed(): SessionEvent[] {
  return [...signing(), signature(1), signature(2)]
}

export function signingConfirmed(): SessionEvent[] {
  return [...signed(), event('SigningConfirmed', { unsigned: [] })]
}

export function ended(): SessionEvent[] {
  return [...signingConfirmed(), event('OpeningEnded', {})]
}

export function objection(n: number, content = objectionText): SessionEvent {
  const raised = { objectionId: objectionId(n), bidderCode: bidderCode(n), content }
  return event('ObjectionRaised', { ...raised, attachment: null })
}

export function objectionWith(attachment: Attachment, n = 1): SessionEvent {
  const raised = { objectionId: objectionId(n), bidderCode: bidderCode(n), content: objectionText }
  return event('ObjectionRaised', { ...raised, attachment })
}

export function reply(n: number, content = replyText): SessionEvent {
  return event('ObjectionReplied', { objectionId: objectionId(n), bidderCode: bidderCode(n), content })
}

/** A message of the nth bidder to the opener. */
export function messageOf(n: number, message = messageText): SessionEvent {
  return event('MessageSent', { message, name: `投标人${n}`, bidderCode: bidderCode(n) })
}

export function answerTo(n: number, message = replyText): SessionEvent {
  return event('MessageAnswered', { message, name: opener.name, bidderCode: bidderCode(n) })
}

export function readReply(n: number): SessionEvent {
  return event('ObjectionRead', { objectionId: objectionId(n), bidderCode: bidderCode(n) })
}

/** The nth row of site staff, in the table of that kind. */
export function staffMember(n: number, kind: StaffKind = 'agency-staff'): SessionEvent {
  const row = { workerId: staffMemberId(n), kind, name: `现场人员${n}`, unit: '代理公司', importedFrom: null }
  return event('WorkerAdded', row, { contact: staffContact })
}

export function letter(n: number): SessionEvent {
  return event('CommitmentLetterCreated', { bidderCode: bidderCode(n), letterHash: letterHash(n) })
}

export function signedLetter(n: number): SessionEvent {
  const signature = signatureOf(n, 'commitment-letter')
  return event('CommitmentLetterSigned', { bidderCode: bidderCode(n), letterHash: letterHash(n), signature })
}

export function declinedLetter(n: number): SessionEvent {
  return event('CommitmentLetterDeclined', { bidderCode: bidderCode(n) })
}

/** A version of the overview as PDF. */
export function filed(version: number): SessionEvent {
  return event('DocumentFiled', overviewVersion(version))
}

export function overviewVersion(version: number): EventShapes['DocumentFiled']['payload'] {
  const key = { kind: 'overview', format: 'pdf', envelope: 1, language: 'zh-CN' } as const
  const reason = version === 1 ? '' : '备注有改动'
  const stored = { documentId: documentId(version), sha256: documentHash(version), size: 1200 }
  return { ...key, ...stored, version, reason, basis: 9, by: opener.name }
}

/** A double envelope whose first has been dealt with. */
export function firstEnvelopeEnded(): SessionEvent[] {
  return [...doubled(signingConfirmed()), event('EnvelopeEnded', {})]
}

export function secondEnvelopeCalled(): SessionEvent[] {
  return [...firstEnvelopeEnded(), event('SecondEnvelopeCalled', { personInfo: 'kept' })]
}

/**
 * The same history of a tender with two envelopes that asks for one file in the first alone, as tenders of earlier
 * versions did.
 */
export function doubled(history: readonly SessionEvent[]): SessionEvent[] {
  return [event('TenderPublished', { tender: { ...tender(), envelopes: 2 } }), ...history.slice(1)]
}
