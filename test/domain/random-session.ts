import fc from 'fast-check'
import type { OpeningFailure } from '#domain/decryption/outcome.ts'
import type { DrawState } from '#domain/draw/draw-state.ts'
import { overviewHash } from '#domain/ending/record.ts'
import { type Actor, systemActor, type Viewer } from '#domain/session/actor.ts'
import type { Command } from '#domain/session/command.ts'
import { closingOf } from '#domain/session/due.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Figures } from '#domain/submission/figures.ts'
import { columnsOfFile } from '#domain/tender/tender.ts'
import { epochOf } from '#lib/time.ts'
import { frozen } from '#test/support/frozen.ts'
import { openingTime, tender } from '#test/support/sample-tender.ts'
import { declaration, drawId, joining, reveal, stop } from '../draw/draw-commands.ts'
import { filing, signingOf, startSigning } from './filing.ts'
import { basePriceCommands, basePriceEvaluation } from './random-base-price.ts'
import { failing, halts } from './random-halts.ts'
import { health, most, outageIn } from './random-health.ts'
import { inquiry } from './random-inquiry.ts'
import { preparations } from './random-preparations.ts'
import { readings } from './random-reading.ts'
import { letters, staffing } from './random-staff.ts'
import { by, type Step } from './random-step.ts'
import { evaluation, tabs } from './random-tabs.ts'
import {
  agency,
  attachmentOf,
  bidder,
  bidderCode,
  commercialId,
  commercialSubmission,
  decryption,
  fileId,
  ids,
  minute,
  names,
  objectionId,
  opener,
  platform,
  settlement,
  signatureOf,
  submission,
  supervisor,
  tenderer,
  twoFiles,
} from './sample-actors.ts'
import { startSession, type TestSession } from './session.ts'

/** More than the steps of the longest plan. */
const longest = 260

/** Figures that occur nowhere else in a log, long enough not to stand in a hash by chance. */
export function secretFigures(n: number): Figures {
  return { price: `${n}27182818284.5${n}`, days: `31415926${n}`, manager: `密封的经理${n}` }
}

const choices = fc.record({
  outcomes: fc.array(
    fc.constantFrom<Outcome>(
      'opens',
      'opens',
      'opens',
      'wrong-key',
      'damaged-file',
      'server-failure',
      'time-out',
      'absent',
    ),
    { minLength: 1, maxLength: most },
  ),
  envelopes: fc.constantFrom<1 | 2>(1, 1, 2),
  encrypted: fc.constantFrom(true, true, false),
  times: perStep(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2),
  shifts: perStep(0, 0, 0, 0, 0, 0, 0, 0, 2, 5),
})
type Choices = typeof choices extends fc.Arbitrary<infer C> ? C : never

/** Sessions with random deviations from a plan: steps left out, repeated, reordered or late. */
export const randomSession = choices.map(sessionOf)

/** The steps of such sessions; `playSteps` plays them. */
export const randomSteps = choices.map(stepsOf)

/** The sessions made so far by their choices. Properties with the same seed use the same sessions. */
const made = new Map<string, Pick<TestSession, 'entries' | 'state'>>()

function sessionOf(chosen: Choices) {
  const key = JSON.stringify(chosen)
  const known = made.get(key)
  if (known) return known
  const { entries, state } = runSteps(stepsOf(chosen))
  const session = { entries: frozen(entries), state: frozen(state) }
  made.set(key, session)
  return session
}

function stepsOf({ outcomes, envelopes, encrypted, times, shifts }: Choices): Step[] {
  return plan(outcomes, envelopes, encrypted)
    .map((step, i) => ({ step, times: times[i] ?? 1, place: i + (shifts[i] ?? 0) }))
    .sort((a, b) => a.place - b.place)
    .flatMap(({ step, times: count }) => Array.from({ length: count }, () => step))
}

/** A choice for each step of a plan. */
function perStep(...choices: number[]): fc.Arbitrary<number[]> {
  return fc.array(fc.constantFrom(...choices), { minLength: longest, maxLength: longest })
}

type Outcome = 'opens' | OpeningFailure | 'time-out' | 'absent'

interface Bidding {
  readonly n: number
  readonly outcome: Outcome
}

function runSteps(steps: readonly Step[]): TestSession {
  const session = startSession()
  for (const { command, actor, now } of playSteps(steps, session)) session.ask(command, actor, now)
  return session
}

/** Each step's command when it is its turn, before it is given. */
export function* playSteps(steps: readonly Step[], session: TestSession) {
  let now = openingTime - 25 * minute
  for (const { actor, command, notBefore } of steps) {
    now = Math.max(now + 1000, notBefore?.(session.state) ?? 0)
    yield { command: command(session.state), actor, now }
  }
}

function plan(outcomes: readonly Outcome[], envelopes: 1 | 2, encrypted: boolean): Step[] {
  const all = outcomes.map((outcome, i) => ({ n: i + 1, outcome }))
  const bidding = all.filter(({ outcome }) => outcome !== 'absent')
  return [
    by(platform, {
      type: 'PublishTender',
      payload: {
        tender: tender({
          ...(envelopes === 2 ? twoFiles : {}),
          ...{ encrypted, evaluation: basePriceEvaluation },
          // Bidders are asked for objections in every other session.
          invitesSuppliers: outcomes.length % 2 === 0,
        }),
      },
    }),
    ...all.map(({ n }) => by(platform, enrolment(n))),
    ...preparations(),
    ...bidding.flatMap(({ n }) => [enter(bidder(n), n), by(bidder(n), bid(n, 2)), by(bidder(n), bid(n, 1))]),
    // Refused in a tender with one envelope.
    ...bidding.map(({ n }) => by(bidder(n), { type: 'SubmitBid', payload: commercialSubmission(n) })),
    ...bidding.flatMap(({ n }) => [...objections(n), ...messages(n)]),
    enter(agency, 5),
    { ...enter(opener, 6), notBefore: () => openingTime },
    enter(supervisor, 7),
    by(supervisor, { type: 'PostMessage', payload: { message: '请核对投标人身份' } }),
    by(opener, { type: 'PostMessage', payload: { message: '已核对', answers: { bidderCode: null } } }),
    by(opener, { type: 'RecordPersonInfo', payload: { names, ids } }),
    ...staffing(),
    ...tabs(bidding.map(({ n }) => n)).map((command) => by(opener, command)),
    ...drawing(bidding),
    ...bidding.flatMap(({ n }) => letters(n)),
    ...halts(),
    ...round(bidding, fileId),
    ...(['paused', 'open'] as const).map((lot) =>
      by(platform, { type: 'ChangeLotStatus', payload: { lot } }),
    ),
    by(platform, evaluation('evaluated')),
    by(platform, { type: 'CallSecondEnvelope', payload: {} }),
    ...(envelopes === 2 ? round(bidding, commercialId) : []),
    by(opener, { type: 'EndOpening', payload: {} }),
    by(opener, { type: 'ShowContact', payload: { bidderCode: bidderCode(1) } }),
    by(supervisor, { type: 'ShowContact', payload: { bidderCode: bidderCode(1) } }),
    // Only of sessions that have not ended as planned.
    ...failing(true),
    by(platform, evaluation('evaluating')),
    enter({ ...supervisor, id: 'supervisor-2', name: '后来的监督' }, 8),
  ]
}

const closeDecryption = at((state) => state.decryption?.deadline ?? undefined, {
  type: 'CloseDecryption',
  payload: { health },
})

function closing(name: 'confirmation' | 'signing'): Step {
  return {
    ...at((state) => state[name]?.deadline, closingOf(name, null)),
    command: ({ [name]: window }) => closingOf(name, window && outageIn(window)),
  }
}

/** One envelope from step 2 to its end; `file` is what each bidder opens in it. */
function round(bidding: readonly Bidding[], file: (n: number) => string): Step[] {
  return [
    by(opener, { type: 'EnterBidOpening', payload: {} }),
    by(opener, { type: 'StartDecryption', payload: { limitMinutes: 30 } }),
    by(opener, { type: 'ExtendDecryption', payload: { minutes: 10 } }),
    ...failing(false),
    by(opener, { type: 'PostMessage', payload: { message: '请各投标人按时解密' } }),
    ...bidding.flatMap(({ n, outcome }) => openings(n, outcome, file(n))),
    // The first time, the outage prolongs the window.
    ...[closeDecryption, closeDecryption],
    by(opener, { type: 'ReopenDecryption', payload: { limitMinutes: 10, reason: '开标大厅故障' } }),
    closeDecryption,
    by(opener, {
      type: 'MarkBid',
      payload: { bidderCode: bidderCode(1), invalid: true, note: '资格不符' },
    }),
    by(opener, { type: 'EnterAnnouncement', payload: {} }),
    ...basePriceCommands.map((command) => ({ actor: opener, command })),
    by(opener, { type: 'RemarkBid', payload: { bidderCode: bidderCode(2), remark: '备注' } }),
    by(opener, { type: 'StartReading', payload: { pace: 20 } }),
    ...bidding.flatMap(({ n }) => readings(n)),
    by(opener, { type: 'FinishReading', payload: {} }),
    ...inquiry(bidding),
    by(opener, { type: 'EnterEnd', payload: {} }),
    by(opener, { type: 'EnterEnd', payload: { cutShortReason: '网络故障' } }),
    by(opener, { type: 'StartConfirmation', payload: { limitMinutes: 10 } }),
    ...bidding.slice(1).map(({ n }) => confirmation(n)),
    // In every other session the opener does not wait for the last one.
    ...(bidding.length % 2 === 1
      ? [by(opener, { type: 'EndConfirmation', payload: { reason: '均已口头确认' } })]
      : []),
    // The first time, an outage prolongs the window.
    ...[closing('confirmation'), closing('confirmation')],
    by(opener, { type: 'RecordRemarks', payload: { remarks: '无异常' } }),
    by(opener, {
      type: 'RecordReportInfo',
      payload: { representative: '赵代表', recorder: '周记录', otherMatters: '无' },
    }),
    { actor: opener, command: startSigning },
    { actor: opener, command: signingOf(9) },
    ...bidding.map(({ n }) => signature(n)),
    ...[closing('signing'), closing('signing')],
    by(opener, { type: 'ExtendSigning', payload: { minutes: 5 } }),
    ...bidding.map(({ n }) => signature(n)),
    closing('signing'),
    by(opener, { type: 'ConfirmSigning', payload: {} }),
    ...filing.map((command) => by(opener, command)),
    by(opener, { type: 'EndOpening', payload: {} }),
  ]
}

function at(deadline: (state: SessionState) => string | undefined, command: Command): Step {
  return {
    actor: systemActor,
    command: () => command,
    notBefore: (state) => epochOf(deadline(state) ?? '1970-01-01T00:00:00Z'),
  }
}

function enter(actor: Actor, n: number): Step {
  return by(actor, { type: 'EnterSession', payload: { address: addressOf(n) } })
}

/** The address of the nth bidder; higher numbers are of other people. */
export const addressOf = (n: number) => `10.77.88.${n}`

function enrolment(n: number): Command {
  const payload = { bidderCode: bidderCode(n), name: `投标人${n}`, certificate: `certificate-of-${n}` }
  return { type: 'EnrolBidder', payload }
}

function bid(n: number, version: number): Command {
  return { type: 'SubmitBid', payload: submission(n, version) }
}

/** The nth bidder's objection, a text that occurs nowhere else. */
export function objectionOf(n: number): string {
  return `异议内容-${n}-16180339887`
}

/** Odd bidders get their reply, and only the first reads it. */
function objections(n: number): Step[] {
  const id = objectionId(n)
  const raised = by(bidder(n), {
    type: 'RaiseObjection',
    payload: {
      objectionId: id,
      content: objectionOf(n),
      attachment: n === 2 ? null : { ...attachmentOf(n), name: `${objectionOf(n)}.pdf` },
    },
  })
  const reply: Command = {
    type: 'ReplyObjection',
    payload: { objectionId: id, content: `回复${objectionOf(n)}` },
  }
  const read: Command = { type: 'MarkObjectionRead', payload: { objectionId: id } }
  return n % 2 === 0 ? [raised] : [raised, by(opener, reply), by(bidder(1), read)]
}

/** Messages of a bidder, of whom odd ones are answered. */
function messages(n: number): Step[] {
  const sent = by(bidder(n), { type: 'PostMessage', payload: { message: `留言：${objectionOf(n)}` } })
  const answer: Command = {
    type: 'PostMessage',
    payload: { message: `答复${objectionOf(n)}`, answers: { bidderCode: bidderCode(n) } },
  }
  return n % 2 === 0 ? [sent, sent] : [sent, by(opener, answer)]
}

/** A draw in which even bidders withhold their value, so that it is void and repeated where there are any. */
function drawing(bidding: readonly Bidding[]): Step[] {
  const people = [{ n: 0, actor: opener }, ...bidding.map(({ n }) => ({ n, actor: bidder(n) }))]
  const joins = people.map(({ n, actor }) => onDraw(actor, (draw) => joining(draw, drawValue(n))))
  const reveals = people
    .filter(({ n }) => n % 2 === 1 || n === 0)
    .map(({ n, actor }) => onDraw(actor, (draw) => reveal(draw, drawValue(n))))
  const close = onDraw(systemActor, ({ id, attempt }) => ({
    type: 'CloseDraw',
    payload: { drawId: id, attempt },
  }))
  const closeInTime: Step = {
    ...close,
    notBefore: ({ draws }) => {
      const draw = draws[drawId]
      return epochOf((draw?.phase === 'joining' ? draw.joinBy : draw?.revealBy) ?? '1970-01-01T00:00:00Z')
    },
  }
  const attempt = [...joins, onDraw(opener, stop), ...reveals, closeInTime]
  return [by(opener, declaration({ secret: drawSecret })), ...attempt, ...attempt, closeInTime]
}

/** The server's value in the first attempt; no viewer may see it before the result. */
export const drawSecret = '2236067977'.repeat(7).slice(0, 64)

function drawValue(n: number): string {
  return `${n}`.padStart(64, '7')
}

function onDraw(actor: Actor, command: (draw: Pick<DrawState, 'id' | 'attempt'>) => Command): Step {
  return { actor, command: ({ draws }) => command(draws[drawId] ?? { id: drawId, attempt: 1 }) }
}

function openings(n: number, outcome: Outcome, file: string): Step[] {
  if (outcome === 'time-out' || outcome === 'absent') return []
  const opened = [by(bidder(n), decryption(n, 'certificate', file)), settled(n, file)]
  if (outcome === 'opens') return opened
  const refused = [
    by(bidder(n), decryption(n, 'file-key', file)),
    by(systemActor, settlement(n, outcome, file)),
  ]
  // Every other bidder finds the right key in the end.
  if (n % 2 === 0) return [...refused, ...opened]
  return outcome === 'damaged-file' ? [...refused, backup(n, file), settled(n, file)] : refused
}

function backup(n: number, file: string): Step {
  const { ciphertextHash } = file === commercialId(n) ? commercialSubmission(n) : submission(n)
  return by(bidder(n), { type: 'SubmitBackupFile', payload: { fileId: file, ciphertextHash } })
}

/** The server has opened a file with the figures of its kind. */
function settled(n: number, file: string): Step {
  const command = ({ tender }: SessionState) => {
    const columns = tender ? columnsOfFile(tender, file === commercialId(n) ? 'commercial' : 'technical') : []
    const sealed = secretFigures(n)
    return settlement(n, Object.fromEntries(columns.map(({ key }) => [key, sealed[key] ?? ''])), file)
  }
  return { actor: systemActor, command }
}

function confirmation(n: number): Step {
  const command = (state: SessionState): Command => ({
    type: 'ConfirmOverview',
    payload: { signature: signatureOf(n, 'overview'), overviewHash: overviewHash(state) },
  })
  return { actor: bidder(n), command }
}

function signature(n: number): Step {
  return { actor: bidder(n), command: signingOf(n) }
}

/** All viewers except the server. */
export const viewers: readonly Viewer[] = [
  ...[opener, supervisor, agency, tenderer, platform].map(viewerOf),
  ...Array.from({ length: most }, (_, i) => viewerOf(bidder(i + 1))),
  viewerOf(bidder(99)),
  { role: 'bidder', unitCode: null, seesSupervisor: true },
]

function viewerOf({ role, unitCode }: Actor): Viewer {
  return { role, unitCode, seesSupervisor: role !== 'agency' && role !== 'tenderer' }
}
