import { isRowPublic } from '#domain/announcement/reading.ts'
import { confirmsOverview, signsRecord } from '#domain/ending/asked.ts'
import { overviewHash, recordDocument, recordHash } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import { filesIn, standingOf, takesPart } from '#domain/submission/bids.ts'
import type { Figures } from '#domain/submission/figures.ts'
import { columnsOfEnvelope } from '#domain/tender/tender.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { verifyManifest } from '#seal/manifest.ts'
import { signDocument } from '#seal/signed-document.ts'
import { failureOf } from '../client/http-client.ts'
import type { Participant, Road } from '../client/session-client.ts'
import { contributeUntil } from './draws.ts'
import { isOver } from './opener.ts'
import type { Pause } from './pauses.ts'
import { signatureOf } from './signature.ts'

export interface BidderPart {
  readonly certificate: CertificateHelper
  /** The printed file keys by file id; null: the certificate unwraps them. */
  readonly fileKeys: Readonly<Record<string, string>> | null
  /** The sealed figures, compared with the announced ones; null where they are not known. */
  readonly figures: Figures | null
  readonly pause: Pause
  readonly road: Road
  /** What they object to where the region asks for objections; without it they do not object. */
  readonly objection?: string
  /** What they dispute of their announced row. */
  readonly dispute?: string
  /** Leaves that answer to somebody else, such as a page of the same bidder. */
  readonly leavesInquiry?: boolean
  /** Handing over a key too late is no failure: the file stays closed and the bidder goes on. */
  readonly mayBeLate?: boolean
}

/**
 * Plays one bidder from the decryption command to the end: opens their files, confirms and signs; in a
 * double-envelope flow once per envelope.
 */
export async function takePart(bidder: Participant, part: BidderPart): Promise<void> {
  await contributeUntil(bidder, isIssued, 'the decryption command')
  const first = bidder.state().stage.number
  await playRound(bidder, part)
  if (first === 1 && !(await isLast(bidder))) {
    await bidder.until(isIssued, 'the second decryption command')
    await playRound(bidder, part)
  }
  await bidder.until((state) => state.endedAt !== null, 'the end of the opening')
}

/** Plays one bidder until their files of the current envelope are opened. */
export async function openOwnBid(bidder: Participant, part: BidderPart): Promise<void> {
  await bidder.until(isIssued, 'the decryption command')
  await decryptOwn(bidder, part)
}

function isIssued(state: SessionState): boolean {
  return state.decryption !== null || state.endedAt !== null
}

/** Waits until the first envelope's round is over; true when no second envelope follows. */
async function isLast(bidder: Participant): Promise<boolean> {
  const over = (state: SessionState) => state.endedAt !== null || state.stage.number === 2
  await bidder.until(over, 'the end of the opening, or the second envelope')
  return bidder.state().endedAt !== null
}

async function playRound(bidder: Participant, part: BidderPart): Promise<void> {
  const { pause, road, certificate } = part
  const is = bidder.state().bidders[bidder.unitCode]
  if (!is || !takesPart(bidder.state(), is)) return
  await decryptOwn(bidder, part)
  await disputeRow(bidder, part)
  await answerInquiry(bidder, part)
  await bidder.until((state) => state.confirmation !== null || isOver(state), 'the call to confirm')
  checkOwnFigures(bidder, part.figures)
  if (isAsked('confirmation', bidder)) {
    await pause(8)
    const payload = await confirmationOf(bidder.session, certificate, overviewHash(bidder.state()))
    await unlessDone(['already-confirmed'], bidder.send({ type: 'ConfirmOverview', payload }, road))
  }
  await bidder.until((state) => state.signing !== null || isOver(state), 'the call to sign')
  if (isAsked('signing', bidder)) {
    const hash = bidder.state().signing?.recordHash ?? ''
    // The bidder compiles the record from their own log before signing it.
    if (recordHash(bidder.state()) !== hash) throw new Error('the record to sign is not that of the log')
    await pause(8)
    const pdf = recordDocument(bidder.state())?.sha256 ?? null
    const payload = await signatureOf(bidder.session, certificate, { hash, pdf })
    await unlessDone(['already-signed'], bidder.send({ type: 'SignRecord', payload }, road))
  }
}

/** Whether the bidder is asked to confirm or to sign, and has not yet (END-31). */
function isAsked(call: 'confirmation' | 'signing', bidder: Participant): boolean {
  const state = bidder.state()
  const own = state.bidders[bidder.unitCode]
  if (!own || state[call]?.closed !== false) return false
  return call === 'signing'
    ? own.signature === null && signsRecord(state, own)
    : own.confirmed === 'no' && confirmsOverview(state, own)
}

/** Disputes the announced row where the part says so. */
async function disputeRow(bidder: Participant, { dispute, pause, road }: BidderPart): Promise<void> {
  if (dispute === undefined) return
  const own = () => bidder.state().bidders[bidder.unitCode]
  const isPublic = (state: SessionState) => {
    const is = state.bidders[bidder.unitCode]
    return (is && isRowPublic(state, is)) || state.confirmation !== null || isOver(state)
  }
  await bidder.until(isPublic, 'the announcement of the own bid')
  if (own()?.rowCheck || bidder.state().confirmation) return
  await pause(1)
  await bidder.send({ type: 'CheckRow', payload: { answer: 'disputed', text: dispute } }, road)
}

/** Answers the objection inquiry where there is one. */
async function answerInquiry(bidder: Participant, part: BidderPart): Promise<void> {
  const { objection, leavesInquiry, pause, road } = part
  if (leavesInquiry) return
  const isPast = (state: SessionState) => state.flow >= 40 || isOver(state)
  await bidder.until((state) => state.inquiry !== null || isPast(state), 'the objection inquiry or step 4')
  const { inquiry } = bidder.state()
  if (!inquiry || inquiry.closed || inquiry.answers[bidder.unitCode]) return
  await pause(4)
  const payload = { objects: objection !== undefined, text: objection ?? '' }
  // Too late is no failure: the log says that they did not answer.
  const harmless = ['inquiry-already-answered', 'inquiry-closed']
  await unlessDone(harmless, bidder.send({ type: 'AnswerInquiry', payload }, road))
}

/** Signs the overview of this hash. */
export async function confirmationOf(session: string, certificate: CertificateHelper, hash: string) {
  const document: SignedDocument = { document: 'overview', session, hash }
  return { jws: await signDocument(certificate, signedDocumentType, document) }
}

/** Refusals of a key that an earlier attempt has handed over. */
export const handedOver = ['already-decrypted', 'key-already-handed-over']

/** Hands over the keys of the bidder's unopened files, one after the other. */
async function decryptOwn(bidder: Participant, part: BidderPart): Promise<void> {
  const own = bidder.state().bidders[bidder.unitCode]
  if (!own || bidder.state().decryption?.closed !== false) return
  const method = part.fileKeys === null ? 'certificate' : 'file-key'
  for (const { submission, file } of filesIn(bidder.state(), own)) {
    if (file.status !== 'sealed' && file.status !== 'refused') continue
    await part.pause(8)
    const { fileId } = submission
    const key = part.fileKeys?.[fileId] ?? (await unwrapKey(bidder, fileId, part.certificate))
    const payload = { fileId, method, key } as const
    const harmless = part.mayBeLate ? [...handedOver, 'decryption-closed'] : handedOver
    await unlessDone(harmless, bidder.send({ type: 'DecryptBid', payload }, part.road))
  }
}

/** The one-time identity from the bidder's manifest, unwrapped by the certificate. */
export async function unwrapKey(
  bidder: Pick<Participant, 'call'>,
  fileId: string,
  certificate: CertificateHelper,
): Promise<string> {
  const { manifest } = await bidder.call('getFileInfo', { query: { BidFileId: fileId } })
  const read = await verifyManifest(manifest)
  if (!read.ok) throw new Error(`own manifest: ${read.error}`)
  const { wrappedIdentity } = read.value.manifest
  if (wrappedIdentity === null) throw new Error('own manifest: no key in it')
  return certificate.unwrap(wrappedIdentity)
}

/** Throws when the announced figures of the current envelope differ from the sealed ones. */
function checkOwnFigures(bidder: Participant, sealed: Figures | null): void {
  const state = bidder.state()
  const own = state.bidders[bidder.unitCode]
  if (!own || !state.tender || standingOf(state, own).status !== 'imported') return
  const keys = columnsOfEnvelope(state.tender, state.stage.number).map(({ key }) => key)
  const wrong = keys.find((key) => sealed?.[key] !== undefined && own.figures?.[key] !== sealed[key])
  if (wrong) {
    throw new Error(
      `${bidder.unitCode} sealed ${wrong} ${sealed?.[wrong]}, announced ${own.figures?.[wrong]}`,
    )
  }
}

/** Ignores refusals that mean the command was already done, by an attempt before a reconnect. */
export async function unlessDone(codes: readonly string[], command: Promise<void>): Promise<void> {
  try {
    await command
  } catch (error) {
    if (!codes.includes(failureOf(error)?.code ?? '')) throw error
  }
}
