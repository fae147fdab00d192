import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overviewHash } from '#domain/ending/record.ts'
import type { Command } from '#domain/session/command.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type Span, type WindowName, windowNames } from '#domain/session/window.ts'
import { millisecondsOf } from '#domain/session/window-health.ts'
import { ok } from '#lib/result.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, decryption, minute, platform, signatureOf } from '#test/domain/sample-actors.ts'
import { freezeRecord } from '#test/support/freeze-record.ts'
import { noCertificates } from '#test/support/no-certificates.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { createMemoryLog } from '../log/memory-log.ts'
import type { SessionLog } from '../log/session-log.ts'
import { createAuthority } from './authority.ts'

/*
 * Outages of the hall at any moment of a window, through the authority and its clock, in simulated time: the node is
 * killed and another one starts, or the database is away while the node runs on. The beats are those of `node-watch.ts`
 * (its own tests are in window-health.pg.test.ts); a server that is really killed is in killed-window.pg.test.ts.
 */

const sessionId = randomUUID()
const logger = pino({ level: 'silent' })
const second = 1000
const windowLength = 5 * minute
/** As in `node-watch.ts`. */
const [beatEvery, gap] = [second, 3 * second]
/** A page reconnects within this time: 30 s and half of it at most. */
const longestReconnect = 45 * second

const unused = () => Promise.reject(new Error('not here'))
const preparation = {
  ...{ rules, freezeRecord, ...noCertificates, attachments: { claim: unused } },
  sectionState: async () => null,
}

interface Outage {
  /** After the start of the window. */
  readonly from: number
  readonly length: number
  readonly kind: 'killed' | 'no database'
}

interface Plan {
  readonly outages: readonly Outage[]
  /** When the first bidder wants to act, after the start of the window; the second never comes. */
  readonly acts: number
  /** From the end of an outage until the bidder has a connection again. */
  readonly reconnects: number
}

const moment = fc.integer({ min: 0, max: windowLength - 1 })
const plans: fc.Arbitrary<Plan> = fc.record({
  outages: fc.array(
    fc.record({
      from: moment,
      length: fc.constantFrom(5, 20, 90).map((seconds) => seconds * second),
      kind: fc.constantFrom('killed', 'no database'),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  acts: moment,
  reconnects: fc.integer({ min: second, max: longestReconnect }),
})

/** The hall on a log in memory: a database that can be away, and one node that can be killed. */
async function startHall() {
  const stored = createMemoryLog(randomBytes)
  await stored.create({ id: sessionId, sealIdentity: 'identity', sealRecipient: 'recipient' })
  let isThere = true
  const orAway = <T>(answer: () => Promise<T>): Promise<T> =>
    isThere ? answer() : Promise.reject(new Error('Connection terminated'))
  const log: SessionLog = {
    ...stored,
    append: (...request) => orAway(() => stored.append(...request)),
    find: (...command) => orAway(() => stored.find(...command)),
    state: (id) => orAway(() => stored.state(id)),
  }

  const outages: Span[] = []
  let beatAt = Date.now()
  let onOutage = () => {}
  const beat = () =>
    orAway(async () => {
      const missed = Date.now() - beatAt > gap
      if (missed) outages.push({ from: isoTime(beatAt), to: isoTime(Date.now()) })
      beatAt = Date.now()
      if (missed) onOutage()
    })

  /** As `server.ts` does: the beat first, then the clock of every session. */
  async function startNode() {
    onOutage = () => {}
    await beat()
    const health = async () => beat().then(() => ({ outages, lines: {} }))
    const authority = createAuthority(log, preparation, Date.now, logger, health)
    await authority.start()
    onOutage = authority.prolongWindows
    const beating = setInterval(() => void beat().catch(() => {}), beatEvery)
    return { authority, kill: () => [clearInterval(beating), authority.stop()] }
  }

  let node: Awaited<ReturnType<typeof startNode>> | null = await startNode()
  return {
    async happen(events: readonly SessionEvent[]): Promise<void> {
      const request = { actor: platform, commandId: randomUUID(), content: null, at: Date.now() }
      await stored.append(sessionId, { ...request, decide: () => ok([...events]) })
    },
    async stateNow(): Promise<SessionState> {
      const known = await stored.state(sessionId)
      if (!known) throw new Error('the session is there')
      return known.unredactedState
    },
    /** When windows were prolonged, and the last outage that each time was for. */
    async prolongations(): Promise<{ at: number; outage: Span }[]> {
      const page = await stored.read(sessionId, 0, 1000)
      return (page?.entries ?? []).flatMap(({ type, at, payload }) => {
        const { outages: named = [] } = type.endsWith('Prolonged') ? (payload as { outages: Span[] }) : {}
        const outage = named.at(-1)
        return outage ? [{ at: epochOf(at), outage }] : []
      })
    },
    /** Null while it cannot be reached. */
    authority: () => (isThere && node ? node.authority : null),
    begin(kind: Outage['kind']) {
      if (kind === 'no database') isThere = false
      else {
        node?.kill()
        node = null
      }
    },
    async end() {
      isThere = true
      node ??= await startNode()
    },
    stop: () => node?.kill(),
  }
}
type Hall = Awaited<ReturnType<typeof startHall>>

interface Played {
  readonly history: readonly SessionEvent[]
  opens(deadline: string): SessionEvent
  act(state: SessionState): Command
  /** What became of the nth bidder in it. */
  outcome(state: SessionState, n: number): unknown
  /** Of the first bidder, who acts, and of the second, who never comes. */
  readonly wanted: readonly [unknown, unknown]
}

const fixed = histories.recordOf(histories.confirmed())
const limit = { limitMinutes: windowLength / minute }
const windows: Readonly<Record<WindowName, Played>> = {
  decryption: {
    history: [...histories.entered(), histories.frozen],
    opens: (deadline) => event('DecryptionStarted', { ...limit, deadline }),
    act: () => decryption(1),
    outcome: ({ bidders }, n) => bidders[bidderCode(n)]?.files.technical?.file,
    wanted: [
      { status: 'opening', method: 'certificate' },
      { status: 'failed', cause: 'time-out' },
    ],
  },
  inquiry: {
    history: histories.readToEnd(),
    opens: (deadline) => event('InquiryStarted', { limitMinutes: 3, warningMilliseconds: 60_000, deadline }),
    act: () => ({ type: 'AnswerInquiry', payload: { objects: false, text: '' } }),
    outcome: ({ inquiry }, n) => ({ answered: inquiry?.answers[bidderCode(n)] !== undefined }),
    wanted: [{ answered: true }, { answered: false }],
  },
  confirmation: {
    history: histories.atEnd(),
    opens: (deadline) => event('ConfirmationStarted', { ...limit, deadline, overviewHash: null }),
    act: (state) => ({
      type: 'ConfirmOverview',
      payload: { signature: signatureOf(1, 'overview'), overviewHash: overviewHash(state) },
    }),
    outcome: ({ bidders }, n) => ({ confirmed: bidders[bidderCode(n)]?.confirmed }),
    wanted: [{ confirmed: 'bidder' }, { confirmed: 'time-out' }],
  },
  signing: {
    history: histories.confirmed(),
    opens: (deadline) => event('SigningStarted', { ...limit, deadline, recordHash: fixed, statements: null }),
    act: () => ({ type: 'SignRecord', payload: { signature: signatureOf(1), recordHash: fixed } }),
    outcome: ({ bidders }, n) => ({ signed: Boolean(bidders[bidderCode(n)]?.signature) }),
    wanted: [{ signed: true }, { signed: false }],
  },
}

/** The first bidder acts when they want to, or once they have a connection again after an outage. */
async function act(hall: Hall, name: WindowName, { acts, reconnects }: Plan): Promise<void> {
  await sleep(acts)
  for (;;) {
    if (!hall.authority()) {
      while (!hall.authority()) await sleep(100)
      await sleep(reconnects)
    }
    const state = await hall.stateNow()
    if (state[name]?.closed) return
    const request = { sessionId, actor: bidder(1), commandId: randomUUID(), address: '' }
    const done = await hall.authority()?.decide(request, windows[name].act(state))
    if (done?.ok) return
    await sleep(second)
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Plays a plan until long after the window. */
async function play(name: WindowName, plan: Plan) {
  vi.setSystemTime(openingTime + minute)
  const hall = await startHall()
  const { history, opens } = windows[name]
  const happened = [...history, opens(isoTime(Date.now() + windowLength))]
  await hall.happen(happened)
  let away = 0
  for (const { from, length, kind } of plan.outages) {
    setTimeout(() => {
      away += 1
      hall.begin(kind)
    }, from)
    setTimeout(() => {
      away -= 1
      if (away === 0) void hall.end()
    }, from + length)
  }
  const acted = act(hall, name, plan)
  await vi.advanceTimersByTimeAsync(windowLength + 10 * minute)
  await acted
  const played = { state: await hall.stateNow(), prolongations: await hall.prolongations() }
  hall.stop()
  vi.clearAllTimers()
  return played
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each(windowNames)(
  '[SES-19] no outage of the hall, at whatever moment, takes a bidder’s time for the %s',
  async (name) => {
    const property = fc.asyncProperty(plans, async (plan) => {
      const { state, prolongations } = await play(name, plan)
      const window = state[name]
      expect(window?.closed).toBe(true)
      expect([1, 2].map((n) => windows[name].outcome(state, n))).toMatchObject(windows[name].wanted)
      for (const { at, outage } of prolongations) expect(at - epochOf(outage.to)).toBeLessThan(second)
      // The time is not prolonged without need: by each outage, and by a minute at most.
      const first = openingTime + minute + windowLength
      const more = epochOf(window?.deadline ?? '') - first
      const outages = window?.prolongedFor ?? []
      expect(more).toBeGreaterThanOrEqual(millisecondsOf(outages))
      expect(more).toBeLessThanOrEqual(millisecondsOf(outages) + outages.length * (minute + second))
    })
    await fc.assert(property, { seed: 1, numRuns: name === 'decryption' ? 300 : 100 })
  },
  120_000,
)
