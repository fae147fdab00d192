import { announcementProblem } from '#domain/announcement/announcement-problem.ts'
import { disputesIn } from '#domain/announcement/disputes.ts'
import { isReadingDue, nextPosition } from '#domain/announcement/reading.ts'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { currentCalculation, isBasePriceSaved } from '#domain/base-price/save-check.ts'
import { unsigned } from '#domain/ending/ending-conditions.ts'
import { recordDocument } from '#domain/ending/record.ts'
import { inquiryObjections } from '#domain/inquiry/inquiry.ts'
import type { PersonIds, PersonNames } from '#domain/preparation/person-info.ts'
import type { StaffRow } from '#domain/preparation/site-staff.ts'
import { betweenEnvelopes, type SessionState } from '#domain/session/state.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import type { WireCommand } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import type { Participant, Road } from '../client/session-client.ts'
import { drawNeeded } from './draws.ts'
import { pauseAndResume, refusalOf } from './halting.ts'
import type { Pause } from './pauses.ts'
import { signatureOf } from './signature.ts'

export interface OpenerPart {
  readonly names: PersonNames
  readonly ids: PersonIds
  readonly remarks: string
  readonly limitMinutes?: number
  readonly pause: Pause
  readonly road: Road
  /** Signs the record with it; without one the opener does not sign. */
  readonly certificate?: CertificateHelper
  /** Pauses the opening once, after the first bid of the first envelope is read, and lets it go on. */
  readonly pauses?: boolean
  /**
   * Reads so many bids at this pace, then ends the reading early with a reason, unless the part ends with the reading;
   * reads all at `pause` when left out.
   */
  readonly reading?: { readonly most: number; readonly pause: Pause }
  /** How many bidders dispute their row, which the opener waits for. */
  readonly disputes?: number
  /** Stops once decryption was ordered, is over, or the bids of `reading` were read; leads to the end when left out. */
  readonly until?: 'decrypting' | 'decrypted' | 'reading' | 'ended'
}

/**
 * Leads a session to its end from its present state. Steps already taken are skipped, so a run interrupted by a crash
 * can be resumed. In a double-envelope flow the opener waits for the second envelope and leads it the same way.
 */
export async function leadOpening(opener: Participant, part: OpenerPart): Promise<void> {
  const step = stepsBy(opener, part.pause)
  await opener.until((state) => state.tender !== null, 'the tender')
  const { names, ids, road } = part
  const enterPersons = () => opener.send({ type: 'RecordPersonInfo', payload: { names, ids } }, road)
  await step((state) => state.persons !== null, enterPersons)
  await step(
    (state) => state.workerOrder.length > 0,
    () => opener.send({ type: 'AddWorker', payload: recorderOnSite(opener.state(), part.names) }, part.road),
  )
  await drawNeeded(opener)
  await leadDecryption(opener, part)
  if (part.until === 'decrypting' || part.until === 'decrypted') return
  await leadToEnd(opener, part)
  if (part.until === 'reading') return
  if (opener.state().endedAt !== null) return
  await opener.until((state) => state.stage.number === 2, 'the call for the second envelope')
  // Some regions ask for the people of each envelope.
  await step((state) => state.persons !== null, enterPersons)
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

/** Step 2 of the current envelope. */
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
      // Without bid encryption, entering the step opens the files.
      if (!isEncrypted(opener.state())) return
      await opener.send({ type: 'StartDecryption', payload: { limitMinutes } }, road)
    },
  )
  if (part.until === 'decrypting') return
  await opener.until(
    (state) => state.decryption?.closed === true || isOver(state),
    'the end of the decryption',
  )
}

/** Steps 3 and 4 of the current envelope. */
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
  await readBids(opener, part)
  if (part.until === 'reading') return
  await saveBasePrice(opener, step, road)
  await replyToDisputes(opener, part)
  await askForObjections(opener, step, road)
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
  await opener.until((state) => unsigned(state).length === 0, 'the last signature')
  await signAsOpener(opener, part)
  await step(
    (state) => state.signing?.confirmed === true,
    () => opener.send({ type: 'ConfirmSigning', payload: {} }, road),
  )
  await step(isOver, async () => {
    await expectCheck(opener, 'checkKBFinishCondition')
    await opener.send({ type: 'EndOpening', payload: {} }, road)
  })
}

async function signAsOpener(opener: Participant, { certificate, pause, road }: OpenerPart): Promise<void> {
  const { signing } = opener.state()
  if (!certificate || !signing || signing.confirmed) return
  const pdf = recordDocument(opener.state())?.sha256 ?? null
  const payload = await signatureOf(opener.session, certificate, { hash: signing.recordHash, pdf })
  await stepsBy(opener, pause)(
    (state) => state.signing?.opener != null,
    () => opener.send({ type: 'SignRecord', payload }, road),
  )
}

/** Calculates and saves the base price of the current envelope, where the tender has a rule for it. */
async function saveBasePrice(opener: Participant, step: Step, road: Road): Promise<void> {
  if (opener.state().flow >= 40 || !calculateBasePrice(opener.state()).ok) return
  await step(
    (state) => currentCalculation(state) !== null,
    () => opener.send({ type: 'CalculateBasePrice', payload: {} }, road),
  )
  const price = currentCalculation(opener.state())?.price ?? ''
  await step(isBasePriceSaved, () => opener.send({ type: 'SaveBasePrice', payload: { price } }, road))
}

/** What the opener replies to every disputed row. */
export const disputeReply = '已与投标函核对，唱标内容无误。'

/** Waits for the disputes, and replies to each. */
async function replyToDisputes(
  opener: Participant,
  { disputes = 0, pause, road }: OpenerPart,
): Promise<void> {
  if (opener.state().flow >= 40) return
  const step = stepsBy(opener, pause)
  await opener.until((state) => disputesIn(state).length >= disputes, 'the disputed rows')
  for (const { bidder, check } of disputesIn(opener.state())) {
    const payload = { bidderCode: bidder.code, at: check.at, content: disputeReply }
    await step(
      (state) => state.bidders[bidder.code]?.rowCheck?.reply != null,
      () => opener.send({ type: 'ReplyDispute', payload }, road),
    )
  }
}

/** What the opener replies to every objection of the inquiry. */
export const inquiryReply = '以招标文件和开标记录为准。'

/** Where the region asks for objections: orders the inquiry, waits for its end, and replies to each objection. */
async function askForObjections(opener: Participant, step: Step, road: Road): Promise<void> {
  if (opener.state().flow >= 40) return
  if (opener.state().inquiry === null) {
    const { code } = await opener.call('checkShiFouXiaDaYiYiXunWenZhiLing')
    if (code !== 'inquiry-not-issued') return
  }
  await step(
    (state) => state.inquiry !== null,
    () => opener.send({ type: 'StartInquiry', payload: {} }, road),
  )
  await opener.until((state) => state.inquiry?.closed === true, 'the end of the objection inquiry')
  for (const { bidder } of inquiryObjections(opener.state())) {
    const payload = { bidderCode: bidder.code, content: inquiryReply }
    await step(
      (state) => state.inquiry?.answers[bidder.code]?.reply != null,
      () => opener.send({ type: 'ReplyInquiry', payload }, road),
    )
  }
  await expectCheck(opener, 'checkIs3minAfterXiaDaYiYiXunWenZhiLing')
}

/** Why the simulated opener ends a reading early; the record has it. */
const cutShortReason = '投标人较多，其余报价一并公布。'

/** Reads the bids by hand, and ends the reading. */
async function readBids(
  opener: Participant,
  { pause, road, pauses, reading, until }: OpenerPart,
): Promise<void> {
  const step = stepsBy(opener, reading?.pause ?? pause)
  const most = reading?.most ?? Number.POSITIVE_INFINITY
  const isPast = (state: SessionState) => state.flow >= 40 || !isReadingDue(state)
  await step(
    (state) => isPast(state) || state.announcement?.reading != null,
    async () => {
      await expectCheck(opener, 'checkShowPriceCondition')
      await opener.send({ type: 'StartReading', payload: { pace: null } }, road)
    },
  )
  for (let state = opener.state(); !isPast(state); state = opener.state()) {
    const position = nextPosition(state)
    if (until === 'reading' && (position === null || position > most)) return
    if (pauses && position === 2 && state.interruptions.length === 0) await pauseAndResume(opener, position)
    await step(
      (after) => isPast(after) || nextPosition(after) !== position,
      () => opener.send(nextReading(position, most), road),
    )
  }
}

/** Reads the bid at a place; ends the reading after the last bid, or after `most`. */
function nextReading(position: number | null, most: number): WireCommand {
  if (position === null) return { type: 'FinishReading', payload: {} }
  if (position > most) return { type: 'CutReadingShort', payload: { reason: cutShortReason } }
  return { type: 'ReadNext', payload: { position } }
}

/** Whether the current envelope's round has ended. */
export function isOver(state: SessionState): boolean {
  return state.endedAt !== null || betweenEnvelopes(state)
}

/** Some regions require a staff member of the agency on site before step 2. */
function recorderOnSite({ tender }: SessionState, { recorder: name }: PersonNames): StaffRow {
  const unit = tender?.agency || tender?.tenderer || '代理机构'
  return { kind: 'agency-staff', name, unit, contact: '/' }
}

/** Before the opening time: raises and answers an objection, and checks that step 2 is still refused. */
export async function raiseEarlyObjection(opener: Participant, bidder: Participant): Promise<void> {
  await bidder.send({ type: 'RaiseObjection', payload: { content: '开标时间与招标公告不一致。' } })
  const raised = await opener.until((state) => state.objectionOrder.length > 0, 'the objection')
  const objectionId = raised.objectionOrder[0] ?? ''
  await opener.send({ type: 'ReplyObjection', payload: { objectionId, content: '以招标文件为准。' } })
  await bidder.until((state) => Boolean(state.objections[objectionId]?.reply), 'the reply')
  const refusal = await refusalOf(opener.send({ type: 'EnterBidOpening', payload: {} }))
  if (refusal !== 'opening-step-too-early') throw new Error(`step 2 ahead of the opening time: ${refusal}`)
}

async function expectCheck(
  opener: Participant,
  name:
    | 'checkIntoTBCondition'
    | 'checkIntoCBCondition'
    | 'checkShowPriceCondition'
    | 'checkIs3minAfterXiaDaYiYiXunWenZhiLing'
    | 'checkKBFinishCondition',
): Promise<void> {
  const { Status, code } = await opener.call(name)
  if (!Status) throw new Error(`${name} says ${code}`)
}
