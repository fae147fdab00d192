import { setTimeout as sleep } from 'node:timers/promises'
import { announcementProblem } from '#domain/announcement/commands.ts'
import { overviewHash, recordHash } from '#domain/ending/record.ts'
import type { PersonIds, PersonNames } from '#domain/preparation/person-info.ts'
import type { WorkerRow } from '#domain/preparation/site-staff.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import { filesIn, participants, standingOf, takesPart } from '#domain/submission/bids.ts'
import type { Figures } from '#domain/submission/figures.ts'
import { columnsOfEnvelope, isEncrypted } from '#domain/tender/tender.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { verifyManifest } from '#seal/manifest.ts'
import { signDocument } from '#seal/signed-document.ts'
import { failureOf } from '../client/http-client.ts'
import type { Participant } from '../client/session-client.ts'
import { contributeUntil, drawNeeded } from './draws.ts'

/** Which road commands take; both end in the same decision. */
export type Road = 'socket' | 'rest'

/** Waits as long as a person would take, `seconds` on average; nothing at all in a simulation at full speed. */
export type Pause = (seconds: number) => Promise<void>

/** Pauses of people, `speed` times as fast as life; null for none. */
export function pauses(speed: number | null): Pause {
  return async (seconds) => {
    if (speed !== null) await sleep(((0.5 + Math.random()) * seconds * 1000) / speed)
  }
}

export interface OpenerPart {
  readonly names: PersonNames
  readonly ids: PersonIds
  readonly remarks: string
  readonly limitMinutes?: number
  readonly pause: Pause
  readonly road: Road
  /** Leads only as far as this. */
  readonly until?: 'decrypted' | 'ended'
}

/**
 * Leads a session to its end, from wherever it stands: a step already taken is not taken again, so that a run
 * broken off by a crash goes on. Of a double envelope the second is waited for, and led in the same way.
 */
export async function leadOpening(opener: Participant, part: OpenerPart): Promise<void> {
  const step = stepsBy(opener, part.pause)
  await opener.until((state) => state.tender !== null, 'the tender')
  await step(
    (state) => state.persons !== null,
    () => opener.send({ type: 'RecordPersonInfo', payload: { names: part.names, ids: part.ids } }, part.road),
  )
  await step(
    (state) => state.workerOrder.length > 0,
    () => opener.send({ type: 'AddWorker', payload: recorderOnSite(opener.state(), part.names) }, part.road),
  )
  await drawNeeded(opener)
  await leadDecryption(opener, part)
  if (part.until === 'decrypted') return
  await leadToEnd(opener, part)
  if (opener.state().endedAt !== null) return
  await opener.until((state) => state.stage.number === 2, 'the call for the second envelope')
  await leadDecryption(opener, part)
  await leadToEnd(opener, part)
}

type Step = (done: (state: SessionState) => boolean, act: () => Promise<void>) => Promise<void>

function stepsBy(opener: Participant, pause: Pause): Step {
  return async (done, act) => {
    if (done(opener.state())) return
    await pause(6)
    await act()
    await opener.until(done, 'the result of a command')
  }
}

/** Step 2 of the envelope that is dealt with. */
async function leadDecryption(opener: Participant, part: OpenerPart): Promise<void> {
  const { road, limitMinutes = 30 } = part
  const step = stepsBy(opener, part.pause)
  await step(
    (state) => state.flow >= 15,
    async () => {
      await expectCheck(opener, 'checkIntoTBCondition')
      await opener.send({ type: 'EnterBidOpening', payload: {} }, road)
    },
  )
  await step(
    (state) => state.decryption !== null || isOver(state),
    async () => {
      // Without bid encryption the files are opened with the entry to the step.
      if (!isEncrypted(opener.state())) return
      await opener.send({ type: 'StartDecryption', payload: { limitMinutes } }, road)
    },
  )
  await opener.until(
    (state) => state.decryption?.closed === true || isOver(state),
    'the end of the decryption',
  )
}

/** Steps 3 and 4 of the envelope that is dealt with. */
async function leadToEnd(opener: Participant, part: OpenerPart): Promise<void> {
  const { road } = part
  const step = stepsBy(opener, part.pause)
  await step(
    (state) => state.flow >= 25,
    async () => {
      await opener.until((state) => announcementProblem(state) === null, 'the last file')
      await expectCheck(opener, 'checkIntoCBCondition')
      await opener.send({ type: 'EnterAnnouncement', payload: {} }, road)
    },
  )
  await step(
    (state) => state.flow >= 40,
    () => opener.send({ type: 'EnterEnd', payload: {} }, road),
  )
  await step(
    (state) => state.confirmation !== null,
    () => opener.send({ type: 'StartConfirmation', payload: { limitMinutes: 10 } }, road),
  )
  await opener.until((state) => state.confirmation?.closed === true, 'the last confirmation')
  await step(
    (state) => state.remarks !== '' || part.remarks === '',
    () => opener.send({ type: 'RecordRemarks', payload: { remarks: part.remarks } }, road),
  )
  await step(
    (state) => state.signing !== null,
    () => opener.send({ type: 'StartSigning', payload: { limitMinutes: 15 } }, road),
  )
  await opener.until(
    (state) => participants(state).every(({ signature }) => signature !== null),
    'the last signature',
  )
  await step(
    (state) => state.signing?.confirmed === true,
    () => opener.send({ type: 'ConfirmSigning', payload: {} }, road),
  )
  await step(isOver, async () => {
    await expectCheck(opener, 'checkKBFinishCondition')
    await opener.send({ type: 'EndOpening', payload: {} }, road)
  })
}

/** Whether the envelope that is dealt with has been. */
function isOver(state: SessionState): boolean {
  return state.endedAt !== null || betweenEnvelopes(state)
}

/** Some regions want to know who of the agency is on site before step 2. */
function recorderOnSite({ tender }: SessionState, { recorder: name }: PersonNames): WorkerRow {
  const unit = tender?.agency || tender?.tenderer || '代理机构'
  return { kind: 'agency-staff', name, unit, contact: '/' }
}

/** Ahead of the opening time: an objection is raised and answered; step 2 stays closed. */
export async function comeAhead(opener: Participant, bidder: Participant): Promise<void> {
  await bidder.send({ type: 'RaiseObjection', payload: { content: '开标时间与招标公告不一致。' } })
  const raised = await opener.until((state) => state.objectionOrder.length > 0, 'the objection')
  const objectionId = raised.objectionOrder[0] ?? ''
  await opener.send({ type: 'ReplyObjection', payload: { objectionId, content: '以招标文件为准。' } })
  await bidder.until((state) => Boolean(state.objections[objectionId]?.reply), 'the reply')
  const refusal = await opener.send({ type: 'EnterBidOpening', payload: {} }).then(
    () => 'nothing',
    (error: unknown) => failureOf(error)?.code ?? String(error),
  )
  if (refusal !== 'opening-time-not-reached') throw new Error(`step 2 ahead of the opening time: ${refusal}`)
}

export interface BidderPart {
  readonly certificate: CertificateHelper
  /** The printed file keys by file: used where there are any, else the certificate unwraps them. */
  readonly fileKeys: Readonly<Record<string, string>> | null
  /** What was sealed; held against what is announced. Null where the bot does not know. */
  readonly figures: Figures | null
  readonly pause: Pause
  readonly road: Road
  /** Coming too late with a key is no failure: the file stays closed, and the bidder goes on. */
  readonly mayBeLate?: boolean
}

/**
 * Plays one bidder from the decryption command to the end: opens the own files, confirms, signs, and the same again in
 * the second envelope of a double one.
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

function isIssued(state: SessionState): boolean {
  return state.decryption !== null || state.endedAt !== null
}

/** Waits for the end of the first envelope's round, and of a double one for the call to the second. */
async function isLast(bidder: Participant): Promise<boolean> {
  const over = (state: SessionState) => state.endedAt !== null || state.stage.number === 2
  await bidder.until(over, 'the end of the opening, or the second envelope')
  return bidder.state().endedAt !== null
}

async function playRound(bidder: Participant, part: BidderPart): Promise<void> {
  const { pause, road, certificate } = part
  const own = () => bidder.state().bidders[bidder.unitCode]
  const is = own()
  if (!is || !takesPart(bidder.state(), is)) return
  await decryptOwn(bidder, part)
  await bidder.until((state) => state.confirmation !== null || isOver(state), 'the call to confirm')
  checkOwnFigures(bidder, part.figures)
  if (own()?.confirmed === 'no' && bidder.state().confirmation?.closed === false) {
    await pause(8)
    const document = signedDocument(bidder, 'overview', overviewHash(bidder.state()))
    const jws = await signDocument(certificate, signedDocumentType, document)
    await unlessDone(['already-confirmed'], bidder.send({ type: 'ConfirmOverview', payload: { jws } }, road))
  }
  await bidder.until((state) => state.signing !== null || isOver(state), 'the call to sign')
  if (own()?.signature === null && bidder.state().signing?.closed === false) {
    const hash = bidder.state().signing?.recordHash ?? ''
    // Nobody signs what they have not seen: the record is put together from the bidder's own log.
    if (recordHash(bidder.state()) !== hash) throw new Error('the record to sign is not that of the log')
    await pause(8)
    const jws = await signDocument(
      certificate,
      signedDocumentType,
      signedDocument(bidder, 'opening-record', hash),
    )
    await unlessDone(['already-signed'], bidder.send({ type: 'SignRecord', payload: { jws } }, road))
  }
}

const handedOver = ['already-decrypted', 'key-already-handed-over']

/** Hands over the keys of the own files that are still to be opened, one after the other. */
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

/** The one-time identity out of one's own manifest, unwrapped by the certificate. */
async function unwrapKey(
  bidder: Participant,
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

/** Of the envelope that is dealt with: what was sealed for it is what is announced. */
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

function signedDocument(
  bidder: Participant,
  document: SignedDocument['document'],
  hash: string,
): SignedDocument {
  return { document, session: bidder.session, hash }
}

/** What was asked for may stand already, from before a connection broke. */
async function unlessDone(codes: readonly string[], command: Promise<void>): Promise<void> {
  try {
    await command
  } catch (error) {
    if (!codes.includes(failureOf(error)?.code ?? '')) throw error
  }
}

async function expectCheck(
  opener: Participant,
  name: 'checkIntoTBCondition' | 'checkIntoCBCondition' | 'checkKBFinishCondition',
): Promise<void> {
  const { Status, code } = await opener.call(name)
  if (!Status) throw new Error(`${name} says ${code}`)
}
