import fc from 'fast-check'
import { type Actor, systemActor, type Viewer } from '#domain/actor.ts'
import type { Command } from '#domain/command.ts'
import type { OpeningFailure } from '#domain/event.ts'
import type { Figures } from '#domain/figures.ts'
import { overviewHash } from '#domain/record.ts'
import type { SessionState } from '#domain/state.ts'
import { epochOf } from '#lib/time.ts'
import { startSession, type TestSession } from './session.ts'
import {
  agency,
  bidder,
  bidderCode,
  decryption,
  fileId,
  ids,
  minute,
  names,
  objectionId,
  opener,
  openingTime,
  platform,
  signatureOf,
  submission,
  supervisor,
  tender,
  tenderer,
} from './world.ts'

/** The most bidders of a random session. */
export const most = 4

/** More than the steps of the longest plan. */
const longest = 100

/** Figures that nothing else in a log looks like. */
export function secretFigures(n: number): Figures {
  return { price: `${n}27182818284.5${n}`, days: `31415${n}`, manager: `密封的经理${n}` }
}

/** Sessions led more or less to plan: steps left out, doubled, out of order, in time and too late. */
export const randomSession: fc.Arbitrary<TestSession> = fc
  .record({
    outcomes: fc.array(
      fc.constantFrom<Outcome>('opens', 'opens', 'opens', 'wrong-key', 'damaged-file', 'time-out', 'absent'),
      { minLength: 1, maxLength: most },
    ),
    envelopes: fc.constantFrom<1 | 2>(1, 1, 2),
    times: perStep(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2),
    shifts: perStep(0, 0, 0, 0, 0, 0, 0, 0, 2, 5),
  })
  .map(({ outcomes, envelopes, times, shifts }) => {
    const steps = plan(outcomes, envelopes).map((step, i) => ({
      step,
      times: times[i] ?? 1,
      place: i + (shifts[i] ?? 0),
    }))
    const shuffled = steps.sort((a, b) => a.place - b.place)
    return play(shuffled.flatMap(({ step, times: count }) => Array.from({ length: count }, () => step)))
  })

/** A choice for each step of a plan. */
function perStep(...choices: number[]): fc.Arbitrary<number[]> {
  return fc.array(fc.constantFrom(...choices), { minLength: longest, maxLength: longest })
}

type Outcome = 'opens' | OpeningFailure | 'time-out' | 'absent'

interface Step {
  readonly actor: Actor
  readonly command: (state: SessionState) => Command
  /** Waits for this moment, if it is still to come. */
  readonly notBefore?: (state: SessionState) => number
}

function play(steps: readonly Step[]): TestSession {
  const session = startSession()
  let now = openingTime - 25 * minute
  for (const { actor, command, notBefore } of steps) {
    now = Math.max(now + 1000, notBefore?.(session.state) ?? 0)
    session.ask(command(session.state), actor, now)
  }
  return session
}

function plan(outcomes: readonly Outcome[], envelopes: 1 | 2): Step[] {
  const all = outcomes.map((outcome, i) => ({ n: i + 1, outcome }))
  const bidding = all.filter(({ outcome }) => outcome !== 'absent')
  return [
    by(platform, { type: 'PublishTender', payload: { tender: tender({ envelopes }) } }),
    ...all.map(({ n }) => by(platform, enrolment(n))),
    ...bidding.flatMap(({ n }) => [enter(bidder(n), n), by(bidder(n), bid(n, 2)), by(bidder(n), bid(n, 1))]),
    ...bidding.flatMap(({ n }) => objections(n)),
    enter(agency, 5),
    { ...enter(opener, 6), notBefore: () => openingTime },
    enter(supervisor, 7),
    by(opener, { type: 'RecordPersonInfo', payload: { names, ids } }),
    by(opener, { type: 'EnterBidOpening', payload: {} }),
    by(opener, { type: 'StartDecryption', payload: { limitMinutes: 30 } }),
    ...bidding.flatMap(({ n, outcome }) => openings(n, outcome)),
    at((state) => state.decryption?.deadline, { type: 'CloseDecryption', payload: {} }),
    by(opener, {
      type: 'MarkBid',
      payload: { bidderCode: bidderCode(1), invalid: true, note: '资格不符' },
    }),
    by(opener, { type: 'EnterAnnouncement', payload: {} }),
    by(opener, { type: 'RemarkBid', payload: { bidderCode: bidderCode(2), remark: '备注' } }),
    by(opener, { type: 'EnterEnd', payload: {} }),
    by(opener, { type: 'StartConfirmation', payload: { limitMinutes: 10 } }),
    ...bidding.slice(1).map(({ n }) => confirmation(n)),
    at((state) => state.confirmation?.deadline, { type: 'CloseConfirmation', payload: {} }),
    by(opener, { type: 'RecordRemarks', payload: { remarks: '无异常' } }),
    by(opener, { type: 'StartSigning', payload: { limitMinutes: 15 } }),
    ...bidding.map(({ n }) => signature(n)),
    at((state) => state.signing?.deadline, { type: 'CloseSigning', payload: {} }),
    by(opener, { type: 'ExtendSigning', payload: { minutes: 5 } }),
    ...bidding.map(({ n }) => signature(n)),
    at((state) => state.signing?.deadline, { type: 'CloseSigning', payload: {} }),
    by(opener, { type: 'ConfirmSigning', payload: {} }),
    by(opener, { type: 'EndOpening', payload: {} }),
    by(platform, { type: 'CallSecondEnvelope', payload: {} }),
    by(opener, { type: 'EndOpening', payload: {} }),
    enter({ ...supervisor, id: 'supervisor-2', name: '后来的监督' }, 8),
  ]
}

function by(actor: Actor, command: Command): Step {
  return { actor, command: () => command }
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

/** Where the nth bidder's connection comes from; further numbers are other people's. */
export function addressOf(n: number): string {
  return `10.77.88.${n}`
}

function enrolment(n: number): Command {
  const payload = { bidderCode: bidderCode(n), name: `投标人${n}`, certificate: `certificate-of-${n}` }
  return { type: 'EnrolBidder', payload }
}

function bid(n: number, version: number): Command {
  return { type: 'SubmitBid', payload: submission(n, version) }
}

/** What the nth bidder objects: nobody else's words hold it. */
export function objectionOf(n: number): string {
  return `异议内容-${n}-16180339887`
}

/** Odd bidders get their reply, and only the first reads it. */
function objections(n: number): Step[] {
  const id = objectionId(n)
  const raised = by(bidder(n), {
    type: 'RaiseObjection',
    payload: { objectionId: id, content: objectionOf(n) },
  })
  const reply: Command = {
    type: 'ReplyObjection',
    payload: { objectionId: id, content: `回复${objectionOf(n)}` },
  }
  const read: Command = { type: 'MarkObjectionRead', payload: { objectionId: id } }
  return n % 2 === 0 ? [raised] : [raised, by(opener, reply), by(bidder(1), read)]
}

function openings(n: number, outcome: Outcome): Step[] {
  if (outcome === 'time-out' || outcome === 'absent') return []
  const opened = by(bidder(n), decryption(n, secretFigures(n)))
  if (outcome === 'opens') return [opened]
  const refused: Command = {
    type: 'DecryptBid',
    payload: { fileId: fileId(n), method: 'file-key', outcome: { ok: false, cause: outcome } },
  }
  // Every other bidder finds the right key in the end.
  return n % 2 === 0 ? [by(bidder(n), refused), opened] : [by(bidder(n), refused)]
}

function confirmation(n: number): Step {
  const command = (state: SessionState): Command => ({
    type: 'ConfirmOverview',
    payload: { signature: signatureOf(n, 'overview'), overviewHash: overviewHash(state) },
  })
  return { actor: bidder(n), command }
}

function signature(n: number): Step {
  const command = (state: SessionState): Command => ({
    type: 'SignRecord',
    payload: { signature: signatureOf(n), recordHash: state.signing?.recordHash ?? '' },
  })
  return { actor: bidder(n), command }
}

/** Everybody who may look at a session besides the server itself. */
export const viewers: readonly Viewer[] = [
  ...[opener, supervisor, agency, tenderer, platform].map(viewerOf),
  ...Array.from({ length: most }, (_, i) => viewerOf(bidder(i + 1))),
  viewerOf(bidder(99)),
  { role: 'bidder', unitCode: null, seesSupervisor: true },
]

function viewerOf({ role, unitCode }: Actor): Viewer {
  return { role, unitCode, seesSupervisor: role !== 'agency' && role !== 'tenderer' }
}
