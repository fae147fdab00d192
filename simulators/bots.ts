import { setTimeout as sleep } from 'node:timers/promises'
import type { PersonIds, PersonNames } from '#domain/event.ts'
import type { Figures } from '#domain/figures.ts'
import { overviewHash, recordHash } from '#domain/record.ts'
import { type SessionState, submitters } from '#domain/state.ts'
import { type SignedDocument, signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { verifyManifest } from '#seal/manifest.ts'
import { signDocument } from '#seal/signed-document.ts'
import { failureOf } from './http-client.ts'
import type { Participant } from './session-client.ts'

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
 * broken off by a crash goes on.
 */
export async function leadOpening(opener: Participant, part: OpenerPart): Promise<void> {
  const { pause, road, limitMinutes = 30 } = part
  const step = async (done: (state: SessionState) => boolean, act: () => Promise<void>) => {
    if (done(opener.state())) return
    await pause(6)
    await act()
    await opener.until(done, 'the result of a command')
  }
  await opener.until((state) => state.tender !== null, 'the tender')
  await step(
    (state) => state.persons !== null,
    () => opener.send({ type: 'RecordPersonInfo', payload: { names: part.names, ids: part.ids } }, road),
  )
  await step(
    (state) => state.flow >= 15,
    async () => {
      await expectCheck(opener, 'checkIntoTBCondition')
      await opener.send({ type: 'EnterBidOpening', payload: {} }, road)
    },
  )
  await step(
    (state) => state.decryption !== null,
    () => opener.send({ type: 'StartDecryption', payload: { limitMinutes } }, road),
  )
  await opener.until((state) => state.decryption?.closed === true, 'the end of the decryption')
  if (part.until === 'decrypted') return
  await step(
    (state) => state.flow >= 25,
    async () => {
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
    (state) => submitters(state).every(({ signature }) => signature !== null),
    'the last signature',
  )
  await step(
    (state) => state.signing?.confirmed === true,
    () => opener.send({ type: 'ConfirmSigning', payload: {} }, road),
  )
  await step(
    (state) => state.endedAt !== null,
    async () => {
      await expectCheck(opener, 'checkKBFinishCondition')
      await opener.send({ type: 'EndOpening', payload: {} }, road)
    },
  )
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
  /** The printed file key: used where there is one, else the certificate unwraps the key. */
  readonly fileKey: string | null
  /** What was sealed; held against what is announced. Null where the bot does not know. */
  readonly figures: Figures | null
  readonly pause: Pause
  readonly road: Road
}

/** Plays one bidder from the decryption command to the end: opens the own file, confirms, signs. */
export async function takePart(bidder: Participant, part: BidderPart): Promise<void> {
  const { pause, road, certificate } = part
  const own = () => bidder.state().bidders[bidder.unitCode]
  await bidder.until((state) => state.decryption !== null || state.endedAt !== null, 'the decryption command')
  if (!own()?.submission) return
  if (!isSettled(own()?.file.status) && bidder.state().decryption?.closed === false) {
    await pause(8)
    await decryptOwn(bidder, part)
  }
  await bidder.until((state) => state.confirmation !== null || state.endedAt !== null, 'the call to confirm')
  if (own()?.file.status === 'imported') checkOwnFigures(bidder, part.figures)
  if (own()?.confirmed === 'no' && bidder.state().confirmation?.closed === false) {
    await pause(8)
    const document = signedDocument(bidder, 'overview', overviewHash(bidder.state()))
    const jws = await signDocument(certificate, signedDocumentType, document)
    await unlessDone('already-confirmed', bidder.send({ type: 'ConfirmOverview', payload: { jws } }, road))
  }
  await bidder.until((state) => state.signing !== null || state.endedAt !== null, 'the call to sign')
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
    await unlessDone('already-signed', bidder.send({ type: 'SignRecord', payload: { jws } }, road))
  }
  await bidder.until((state) => state.endedAt !== null, 'the end of the opening')
}

async function decryptOwn(bidder: Participant, part: BidderPart): Promise<void> {
  const fileId = bidder.state().bidders[bidder.unitCode]?.submission?.fileId ?? ''
  const method = part.fileKey === null ? 'certificate' : 'file-key'
  const key = part.fileKey ?? (await unwrapKey(bidder, part.certificate))
  const payload = { fileId, method, key } as const
  await unlessDone('already-decrypted', bidder.send({ type: 'DecryptBid', payload }, part.road))
}

/** The one-time identity out of one's own manifest, unwrapped by the certificate. */
async function unwrapKey(bidder: Participant, certificate: CertificateHelper): Promise<string> {
  const { manifest } = await bidder.call('getFileInfo')
  const read = await verifyManifest(manifest)
  if (!read.ok) throw new Error(`own manifest: ${read.error}`)
  return certificate.unwrap(read.value.manifest.wrappedIdentity)
}

function checkOwnFigures(bidder: Participant, sealed: Figures | null): void {
  const announced = bidder.state().bidders[bidder.unitCode]?.figures ?? {}
  const wrong = Object.keys(sealed ?? {}).find((key) => announced[key] !== sealed?.[key])
  if (wrong)
    throw new Error(`${bidder.unitCode} sealed ${wrong} ${sealed?.[wrong]}, announced ${announced[wrong]}`)
}

function signedDocument(
  bidder: Participant,
  document: SignedDocument['document'],
  hash: string,
): SignedDocument {
  return { document, session: bidder.session, hash }
}

function isSettled(status: string | undefined): boolean {
  return status === 'imported' || status === 'decrypted' || status === 'failed'
}

/** What was asked for may stand already, from before a connection broke. */
async function unlessDone(code: string, command: Promise<void>): Promise<void> {
  try {
    await command
  } catch (error) {
    if (failureOf(error)?.code !== code) throw error
  }
}

async function expectCheck(
  opener: Participant,
  name: 'checkIntoTBCondition' | 'checkIntoCBCondition' | 'checkKBFinishCondition',
): Promise<void> {
  const { Status, code } = await opener.call(name)
  if (!Status) throw new Error(`${name} says ${code}`)
}
