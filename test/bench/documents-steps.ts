import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { overviewHash, recordHash } from '#domain/ending/record.ts'
import type { FrozenRecord } from '#domain/ending/signing-commands.ts'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { type Actor, systemActor } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import type { SessionState } from '#domain/session/state.ts'
import { participants } from '#domain/submission/bids.ts'
import type { TenderInput } from '#domain/tender/tender.ts'
import { signedDocumentType } from '#protocol/wire-command.ts'
import type { CertificateHelper } from '#seal/certificate-helper.ts'
import { signDetached } from '#seal/cms.ts'
import { signDocument } from '#seal/signed-document.ts'
import { createMemoryLog } from '#server/log/memory-log.ts'
import { type ContactRow, contactSheet } from '#server/reports/contact-sheet.ts'
import { type DepositRow, depositSheet } from '#server/reports/deposit-sheet.ts'
import { documentSigner, newDocumentSigner } from '#server/reports/hall-certificate.ts'
import { recordPdf } from '#server/reports/record-pdf.ts'
import { createReportRenderer } from '#server/reports/report-renderer.ts'
import { createRecordSealer } from '#server/reports/seal-record.ts'
import { signInSheet } from '#server/reports/sign-in-sheet.ts'
import { unitPriceSheet } from '#server/reports/unit-price-sheet.ts'
import { createAuthority } from '#server/session/authority.ts'
import type { IssuedCertificate } from '#simulators/certificates/test-authority.ts'
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
import { openingTime, rules, tender, tenderInput } from '#test/support/sample-tender.ts'
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
export async function* steps(
  bidders: number,
  issued: IssuedCertificate,
): AsyncGenerator<Figure, SessionState> {
  const all: Steps[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await playSteps(bidders, issued))
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
  for (const what of ['p99', 'longest'] as const) {
    const commands = [all.map(({ busy }) => busy[what]), all.map(({ idle }) => idle[what])] as const
    yield figure(`documents-commands-${what}`, bidders, 'ms', ...commands)
  }
  return last.state
}

/** Each step, as many messages, and the opener's commands while documents are made and while none are. */
interface Steps {
  readonly announcement: Measured
  readonly confirmation: Measured
  readonly signing: Measured
  readonly messages: Measured
  readonly busy: Taken
  readonly idle: Taken
  readonly state: SessionState
}

/** Milliseconds of commands given one after another. */
interface Taken {
  readonly p99: number
  readonly longest: number
}

async function playSteps(bidders: number, issued: IssuedCertificate): Promise<Steps> {
  const section = await openSection()
  const { give, state } = section
  const each = async (command: (n: number) => Command, by: (n: number) => Actor = bidder) => {
    for (let n = 1; n <= bidders; n += 1) await give(command(n), by(n))
  }
  section.setClock(openingTime - 3_600_000)
  await give({ type: 'PublishTender', payload: { tender: tender(priced) } }, platform)
  await each(
    (n) => enrolment(n, issued.certificatePem),
    () => platform,
  )
  await each((n) => ({ type: 'SubmitBid', payload: submission(n) }))
  section.setClock(openingTime)
  await give({ type: 'RecordPersonInfo', payload: { names, ids } }, opener)
  await give({ type: 'EnterBidOpening', payload: {} }, opener)
  await give({ type: 'StartDecryption', payload: { limitMinutes: 30 } }, opener)
  await each((n) => decryption(n))
  await each(
    (n) => settlement(n, { ...figuresOf(n), earth: '27.18' }),
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
  await give({ type: 'CalculateBasePrice', payload: {} }, opener)
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
  const record = await frozenRecord(await state())
  const { recordHash, sha256: pdf } = record.frozen
  const { jws, cms } = await signaturesOver(record, section.sessionId, issued.helper)
  const signing = await measured(async () => {
    await give({ type: 'StartSigning', payload: { limitMinutes: 15, frozen: record.frozen } }, opener)
    await each((n) => ({
      type: 'SignRecord',
      payload: { signature: { ...signatureOf(n), jws }, recordHash, pdf, cms },
    }))
  })
  await give({ type: 'ConfirmSigning', payload: {} }, opener)
  const signed = await state()
  const message = () => give(postedMessage, opener)
  const messages = await measured(() =>
    each(
      () => postedMessage,
      () => opener,
    ),
  )
  const idle = await takenBy(message, (given) => given < idleCommands)
  const busy = await takenWhile(message, () => makeDocuments(signed, record.bytes, section.sessionId))
  section.stop()
  return { announcement, confirmation, signing, messages, busy, idle, state: signed }
}

/** Gives commands while some work goes on. */
async function takenWhile(command: () => Promise<void>, work: () => Promise<void>): Promise<Taken> {
  let working = true
  const done = work().finally(() => {
    working = false
  })
  const found = await takenBy(command, () => working)
  await done
  return found
}

/** With an item of a bill of quantities, and a rule for the base price. */
const priced: Partial<TenderInput> = {
  columns: [
    ...tenderInput().columns,
    {
      ...{ key: 'earth', title: { zh: '挖一般土方', en: 'Excavation' }, kind: 'money', unit: '元' },
      item: { sheet: '土石方工程', measure: 'm³', quantity: '120' },
    },
  ],
  evaluation: { basePriceMethod: 3, basePrice: { steps: [] } },
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
    sessionId,
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

interface Record {
  readonly bytes: Uint8Array
  readonly frozen: FrozenRecord
}

/** The record that everybody signs, as the signing command freezes it. */
async function frozenRecord(state: SessionState): Promise<Record> {
  const { language: _, ...plain } = options
  const head = { seq: state.seq, hash: 'ab'.repeat(32) }
  const bytes = await recordPdf(state, { ...plain, head, deposits: {} })
  const stored = { documentId: randomUUID(), basis: state.seq, sha256: sha256Hex(bytes), size: bytes.length }
  return { bytes, frozen: { recordHash: recordHash(state), ...stored } }
}

/** One signature of the record and one of its PDF: all bidders have one certificate. */
async function signaturesOver({ frozen }: Record, session: string, certificate: CertificateHelper) {
  const { recordHash: hash, sha256: pdf } = frozen
  const document = { document: 'opening-record', session, hash, pdf } as const
  return {
    jws: await signDocument(certificate, signedDocumentType, document),
    cms: await signDetached(certificate, pdf),
  }
}

/** The documents of an opening, one after the other, as the server makes them: in its report thread, sealed in its own. */
async function makeDocuments(state: SessionState, record: Uint8Array, sessionId: string): Promise<void> {
  const renderer = createReportRenderer()
  const head = { seq: state.seq, hash: 'ab'.repeat(32) }
  const { language: _, ...plain } = options
  const made = [
    await renderer.render('overview-pdf', state, options),
    await renderer.render('overview-excel', state, options),
    await renderer.render('record', state, { ...plain, head, deposits: {} }),
    await renderer.render('objections', state, { ...options, bidderCode: null }),
    await renderer.render('certificates', state, options),
    await renderer.render('sheet', signInSheet(state, options), options),
    await renderer.render('sheet', depositSheet(state, depositsOf(state), options), options),
    await renderer.render('sheet', unitPriceSheet(state, options), options),
    await renderer.render('base-price', state, options),
    await renderer.render('sheet', contactSheet(state, contactsOf(state), options), options),
  ]
  for (const document of made) if (!document.ok) throw new Error(document.error.code)
  await sealRecord(state, record, sessionId, renderer)
  await renderer.stop()
}

/** Checks all signatures and seals the record, as after the confirmation of the signing. */
async function sealRecord(
  unredactedState: SessionState,
  record: Uint8Array,
  sessionId: string,
  reportRenderer: ReturnType<typeof createReportRenderer>,
): Promise<void> {
  let sealed = Buffer.alloc(0)
  const { seq } = unredactedState
  const known = { epoch: '', unredactedState, head: seq, hash: 'ab'.repeat(32), at: '' }
  const sealer = createRecordSealer({
    log: { state: async () => known },
    files: {
      read: async () => Buffer.from(record),
      async put(source) {
        sealed = await buffer(source)
        return { sha256: sha256Hex(sealed), size: sealed.length }
      },
    },
    reportRenderer,
    authority: { decide: async () => ({ ok: true, value: { seq, entries: [] } }) },
    signer: documentSigner(newDocumentSigner(openingTime, new Uint8Array(16))),
    clock: () => openingTime,
    timeZone: options.timeZone,
    logger: pino({ level: 'silent' }),
  })
  await sealer.sealed(sessionId, 1)
  const count = sealed.toString('latin1').match(/signer-\d+/g)?.length ?? 0
  const { length } = participants(unredactedState)
  if (count !== length) throw new Error(`${count} of ${length} signatures are in the sealed record`)
}

/** A contact of each bidder. */
export function contactsOf(state: SessionState): ContactRow[] {
  return participants(state).map(({ code, name }) => ({
    code,
    name,
    contact: '李联系',
    phone: '13800000000',
  }))
}

/** A deposit of each bidder. */
export function depositsOf(state: SessionState): DepositRow[] {
  const text = {
    account: '6222 0000 0000 0000',
    receiptNumber: 'HZ-2026',
    mode: '银行转账',
    status: '已缴纳',
  }
  return participants(state).map((bidder) => ({
    ...{ bidder, bidFileId: null, amount: '500000.00', accountName: '', accountCode: '' },
    ...{ ...text, arrivedAt: '', remark: '', bound: null, applyResult: null },
  }))
}

/** Gives commands one after another. */
async function takenBy(command: () => Promise<void>, goOn: (given: number) => boolean): Promise<Taken> {
  const taken: number[] = []
  while (goOn(taken.length)) {
    taken.push(await timed(command))
    await delay(commandMilliseconds)
  }
  return { p99: percentile(taken, 0.99), longest: Math.max(...taken) }
}
