import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { overviewHash } from '#domain/ending/record.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import type { SessionState } from '#domain/session/state.ts'
import { createMemoryLog } from '#server/log/memory-log.ts'
import { createReportRenderer } from '#server/reports/report-renderer.ts'
import { createAuthority } from '#server/session/authority.ts'
import {
  bidder,
  bidderCode,
  decryption,
  figuresOf,
  ids,
  names,
  objectionText,
  opener,
  platform,
  replyText,
  settlement,
  signatureOf,
  submission,
} from '#test/domain/sample-actors.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { openingTime, rules, tender } from '#test/support/sample-tender.ts'
import { type Figure, figure, percentile } from './figure.ts'
import { type Measured, measured, timed } from './measured.ts'

/*
 * Measures the steps around the documents through the session's authority on a log in memory: announcing, confirming and
 * signing by all bidders, against as many messages of the opener; and how long the opener's commands take while the
 * report thread makes the documents, against the same commands while it makes none.
 */

const rounds = 3
const idleCommands = 300
const commandMilliseconds = 5
const options = { timeZone: 'Asia/Shanghai', now: openingTime, language: 'zh-CN' } as const

const measuredSteps = ['announcement', 'confirmation', 'signing'] as const

/** Plays an opening three times; returns its last state, in which everybody has signed. All have one certificate. */
export async function* steps(bidders: number, certificate: string): AsyncGenerator<Figure, SessionState> {
  const all: Steps[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await playSteps(bidders, certificate))
  const [last] = all.slice(-1)
  if (!last) throw new Error('no opening was played')
  const of = (name: (typeof measuredSteps)[number] | 'messages', what: keyof Measured) =>
    all.map((one) => one[name][what])
  for (const name of measuredSteps) {
    const ms = [of(name, 'milliseconds'), of('messages', 'milliseconds')] as const
    const megabytes = [of(name, 'megabytes'), of('messages', 'megabytes')] as const
    yield figure(`documents-${name}`, bidders, 'ms', ...ms)
    yield figure(`documents-${name}-memory`, bidders, 'MB', ...megabytes)
  }
  const commands = [all.map(({ busy }) => busy), all.map(({ idle }) => idle)] as const
  yield figure('documents-commands-p99', bidders, 'ms', ...commands)
  return last.state
}

/** Each step, as many messages, and milliseconds: the 99th percentile of the opener's commands. */
interface Steps {
  readonly announcement: Measured
  readonly confirmation: Measured
  readonly signing: Measured
  readonly messages: Measured
  readonly busy: number
  readonly idle: number
  readonly state: SessionState
}

async function playSteps(bidders: number, certificate: string): Promise<Steps> {
  const section = await openSection()
  const { give, state } = section
  const each = async (command: (n: number) => Command, by: (n: number) => Actor = bidder) => {
    for (let n = 1; n <= bidders; n += 1) await give(command(n), by(n))
  }
  section.setClock(openingTime - 3_600_000)
  await give({ type: 'PublishTender', payload: { tender: tender() } }, platform)
  await each(
    (n) => enrolment(n, certificate),
    () => platform,
  )
  await each((n) => ({ type: 'SubmitBid', payload: submission(n) }))
  section.setClock(openingTime)
  await give({ type: 'RecordPersonInfo', payload: { names, ids } }, opener)
  await give({ type: 'EnterBidOpening', payload: {} }, opener)
  await give({ type: 'StartDecryption', payload: { limitMinutes: 30 } }, opener)
  await each((n) => decryption(n))
  await each(
    (n) => settlement(n, figuresOf(n)),
    () => systemActor,
  )
  const announcement = await measured(async () => {
    await give({ type: 'EnterAnnouncement', payload: {} }, opener)
    await give({ type: 'StartReading', payload: { pace: null } }, opener)
    await each(
      (position) => ({ type: 'ReadNext', payload: { position } }),
      () => opener,
    )
    await give({ type: 'FinishReading', payload: {} }, opener)
  })
  await give({ type: 'StartInquiry', payload: {} }, opener)
  await each((n) => ({ type: 'AnswerInquiry', payload: objects(n) ? objection : noObjection }))
  for (let n = 1; n <= bidders; n += 1) if (objects(n)) await give(reply(n), opener)
  await give({ type: 'EnterEnd', payload: {} }, opener)
  const confirmation = await measured(async () => {
    await give({ type: 'StartConfirmation', payload: { limitMinutes: 10 } }, opener)
    const hash = overviewHash(await state())
    await each((n) => ({
      type: 'ConfirmOverview',
      payload: { signature: signatureOf(n, 'overview'), overviewHash: hash },
    }))
  })
  const signing = await measured(async () => {
    await give({ type: 'StartSigning', payload: { limitMinutes: 15 } }, opener)
    const recordHash = (await state()).signing?.recordHash ?? ''
    await each((n) => ({ type: 'SignRecord', payload: { signature: signatureOf(n), recordHash } }))
  })
  const signed = await state()
  const message = () => give(postedMessage, opener)
  const messages = await measured(() =>
    each(
      () => postedMessage,
      () => opener,
    ),
  )
  const idle = await p99Of(message, (given) => given < idleCommands)
  let making = true
  const made = makeDocuments(signed).finally(() => {
    making = false
  })
  const busy = await p99Of(message, () => making)
  await made
  section.stop()
  return { announcement, confirmation, signing, messages, busy, idle, state: signed }
}

/** In the objection inquiry every tenth bidder objects. */
const objects = (n: number) => n % 10 === 0
const objection = { objects: true, text: objectionText } as const
const noObjection = { objects: false, text: '' } as const

function reply(n: number): Command {
  return { type: 'ReplyInquiry', payload: { bidderCode: bidderCode(n), content: replyText } }
}

const postedMessage: Command = { type: 'PostMessage', payload: { message: '请稍候' } }

function enrolment(n: number, certificate: string): Command {
  const payload = {
    bidderCode: bidderCode(n),
    name: `投标人${n}建设工程有限公司`,
    certificate,
  }
  return { type: 'EnrolBidder', payload }
}

/** One section on a log in memory, with a clock that stands. */
async function openSection() {
  const sessionId = randomUUID()
  let now = openingTime
  const log = createMemoryLog(randomBytes)
  await log.create({ id: sessionId, sealIdentity: 'identity', sealRecipient: 'recipient' })
  const authority = createAuthority(log, unprepared, () => now, pino({ level: 'silent' }))
  return {
    setClock(time: number): void {
      now = time
    },
    async state(): Promise<SessionState> {
      const known = await log.state(sessionId)
      if (!known) throw new Error('the section is there')
      return known.unredactedState
    },
    async give(command: Command, actor: Actor): Promise<void> {
      const request = { sessionId, actor, commandId: randomUUID(), address: '' }
      const done = await authority.decide(request, command)
      if (!done.ok) throw new Error(`${command.type}: ${done.error.code}`)
    },
    stop: authority.stop,
  }
}

const everybodyAsked = { ...rules, objectionInquiry: { ...rules.objectionInquiry, invitedOnly: false } }
const unused = () => Promise.reject(new Error('commands come prepared'))
const unprepared = {
  ...{ rules: everybodyAsked, freezeRecord, sectionState: unused },
  ...{ ...noCertificates, attachments: { claim: unused } },
}

/** The documents of an opening, one after the other in the server's report thread. */
async function makeDocuments(state: SessionState): Promise<void> {
  const renderer = createReportRenderer()
  const head = { seq: state.seq, hash: 'ab'.repeat(32) }
  const { language: _, ...plain } = options
  const made = [
    await renderer.render('overview-pdf', state, options),
    await renderer.render('overview-excel', state, options),
    await renderer.render('record', state, { ...plain, head, deposits: {} }),
    await renderer.render('objections', state, { ...options, bidderCode: null }),
    await renderer.render('certificates', state, options),
  ]
  for (const document of made) if (!document.ok) throw new Error(document.error.code)
  await renderer.stop()
}

/** Gives commands one after another; the 99th percentile of their milliseconds. */
async function p99Of(command: () => Promise<void>, goOn: (given: number) => boolean): Promise<number> {
  const taken: number[] = []
  while (goOn(taken.length)) {
    taken.push(await timed(command))
    await delay(commandMilliseconds)
  }
  return percentile(taken, 0.99)
}
