import { performance } from 'node:perf_hooks'
import { betweenEnvelopes } from '#domain/session/state.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import type { Variant } from '#variants/schema.ts'
import { type Authority, createAuthority, issueCertificate } from '../certificates/test-authority.ts'
import { failureOf, type HttpClient } from '../client/http-client.ts'
import { type Account, type EnterOptions, enterSession, type Participant } from '../client/session-client.ts'
import { newAccount } from '../fixtures/accounts.ts'
import { sealAndSubmit } from '../fixtures/bids.ts'
import { opensIn, waitUntilOpen } from '../fixtures/opening-time.ts'
import { contactOf, creditCode, personName, persons } from '../fixtures/personal-data.ts'
import { randomBytes } from '../fixtures/random-bytes.ts'
import { takePart } from '../participants/bidder.ts'
import { pauseReason } from '../participants/halting.ts'
import { leadOpening, raiseEarlyObjection } from '../participants/opener.ts'
import type { Pause } from '../participants/pauses.ts'
import type { PlatformClient } from '../platform/client.ts'
import { findMismatches } from './compare-results.ts'
import { type Bid, depositOf, disputeOf, envelopesOf, objectionOf } from './expected-results.ts'
import { type PlayedOpening, playedSteps } from './played-opening.ts'
import { figuresOf, type SourceBid, type SourceOpening, tenderOf, unitPricesOf } from './recorded-openings.ts'

export interface SimulationOptions {
  readonly http: HttpClient
  readonly platform: PlatformClient
  readonly openings: readonly SourceOpening[]
  /** Number of concurrent openings. */
  readonly lanes: number
  readonly pause: Pause
  readonly onProgress?: (report: SimulationReport) => void
  /** Seconds between publication and opening, on top of the measured time for submissions. */
  readonly leadSeconds?: number
  readonly enter?: EnterOptions
  /** Resolves when a section has opened; waits for it unless given. */
  readonly opened?: (opensAt: string) => Promise<void>
  /** 2: double-envelope flow, with the prices in the second envelope. */
  readonly envelopes?: 1 | 2
  /** Issues the certificates, and is trusted by the server, so that the leader can sign, too; a new one unless given. */
  readonly authority?: Authority
  /** Every opening is paused once and goes on. */
  readonly pauses?: boolean
  /** The server's variant; decides who leads and whether people enter before the opening time. */
  readonly variant?: Variant
}

export interface SimulationReport {
  openings: number
  bids: number
  mismatches: number
  failures: number
  seconds: number
  /** One plain sentence for each mismatch and failure. */
  readonly problems: string[]
  /** What was played to its end, in the order of the ends. */
  readonly played: PlayedOpening[]
}

type Semaphore = ReturnType<typeof createSemaphore>

type StaffRole = 'opener' | Variant['userTypes']['actAsOpener'][number]

/** What the openings of one simulation share. */
interface Simulation {
  readonly http: HttpClient
  readonly platform: PlatformClient
  readonly supervisor: Account
  readonly authority: Authority
  readonly runCode: string
  /** Limits the creation of accounts: hashing passwords keeps the server's processors busy. */
  readonly creatingAccounts: Semaphore
  /** One opening at a time submits bids, so that the time it takes is predictable. */
  readonly submitting: Semaphore
  /**
   * Bidders' accounts that no opening uses now. Later openings reuse them with a new certificate: hashing a password
   * costs the server more than a whole bid.
   */
  readonly freeAccounts: Account[]
  /** Measured seconds per bid, from publication to submission. */
  secondsPerBid: number
}

/** Replays the openings, several at a time, and compares every result with its source. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const started = performance.now()
  const report: SimulationReport = {
    openings: 0,
    bids: 0,
    mismatches: 0,
    failures: 0,
    seconds: 0,
    problems: [],
    played: [],
  }
  const simulation = await createSimulation(options)
  const queue = options.openings.entries()
  const lane = async () => {
    const opener = await newLeader(simulation, options.variant?.userTypes.actAsOpener[0])
    for (const [index, opening] of queue) {
      const began = performance.now()
      try {
        const { found, steps } = await replay(simulation, opener, opening, index, options)
        const what = options.pauses ? 'paused opening' : 'opening'
        report.played.push({ what, steps, seconds: secondsSince(began) })
        report.mismatches += found.length
        report.problems.push(...found.map((problem) => `${opening.contract}: ${problem}`))
      } catch (error) {
        report.failures += 1
        report.problems.push(`${opening.contract}: ${plainReason(error)}`)
      }
      report.openings += 1
      report.bids += opening.bids.length
      report.seconds = (performance.now() - started) / 1000
      options.onProgress?.(report)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.lanes, options.openings.length) }, lane))
  report.seconds = secondsSince(started)
  return report
}

/** Seconds since then, to a tenth. */
export function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10
}

interface Replayed {
  /** One line for each difference from the source. */
  readonly found: string[]
  readonly steps: PlayedOpening['steps']
}

/** Plays one opening from publication to end. */
async function replay(
  simulation: Simulation,
  opener: Account,
  opening: SourceOpening,
  index: number,
  options: SimulationOptions,
): Promise<Replayed> {
  const bids = await Promise.all(opening.bids.map((source) => bidOf(simulation, source)))
  try {
    return await play(simulation, opener, opening, index, bids, options)
  } finally {
    simulation.freeAccounts.push(...bids.map(({ account }) => account))
  }
}

async function play(
  simulation: Simulation,
  opener: Account,
  opening: SourceOpening,
  index: number,
  bids: readonly Bid[],
  {
    http,
    pause,
    leadSeconds = 4,
    enter,
    authority,
    variant,
    envelopes = 1,
    pauses = false,
    opened = (at: string) => waitUntilOpen(http, at),
  }: SimulationOptions,
): Promise<Replayed> {
  const { session, opensAt, fileKeys } = await simulation.submitting(() =>
    submitBids(simulation, opening, bids, {
      http,
      leadSeconds,
      agencyCode: opener.unitCode,
      index,
      envelopes,
    }),
  )
  const isAhead = (variant?.rules.entryLeadMinutes ?? 0) > 0
  if (!isAhead) await opened(opensAt)
  const people: Participant[] = []
  const join = async (account: Account) => {
    const participant = await enterSession(account, session, enter)
    people.push(participant)
    return participant
  }
  try {
    const leader = await join(opener)
    await join(simulation.supervisor)
    const bidders = await Promise.all(bids.map(({ account }) => join(account)))
    if (isAhead) {
      await raiseEarlyObjection(leader, entryAt(bidders, 0))
      await opened(opensAt)
    }
    // Alternates between socket and REST, and between the two ways of handing over a key.
    const road = index % 2 === 0 ? 'socket' : 'rest'
    const remarks = variant?.rules.remarksRequired ? '开标过程无异议。' : ''
    const plays = bids.map(({ source, certificate }, position) =>
      takePart(entryAt(bidders, position), {
        certificate: certificate.helper,
        fileKeys: position % 2 === 0 ? null : entryAt(fileKeys, position),
        figures: figuresOf(source),
        ...objectionOf(position),
        ...disputeOf(position),
        pause,
        road: 'socket',
      }),
    )
    const early = envelopes === 2 ? callSecond(simulation, session, people, opening) : []
    const openerSigns = authority !== undefined
    const certificate = openerSigns ? await certificateOf(simulation, opener) : undefined
    const leading = leadOpening(leader, {
      ...{ ...persons(), remarks, pause, road, pauses },
      disputes: bids.filter((_, position) => disputeOf(position).dispute !== undefined).length,
      ...(certificate ? { certificate } : {}),
    })
    await Promise.all([leading, early, ...plays])
    const tooSoon = variant?.laterSteps.overviewAfterEvaluation
      ? await reportEvaluated(simulation, session, people, entryAt(bidders, 0))
      : []
    const words = pauses ? [pauseReason] : []
    const expected = envelopesOf(bids, envelopes).map((one) => ({ ...one, words, openerSigns }))
    const found = await Promise.all(expected.map((one) => findMismatches(leader, entryAt(bidders, 0), one)))
    const { steps, missing } = await playedSteps(leader, variant)
    return { found: [...(await early), ...tooSoon, ...found.flat(), ...missing], steps }
  } finally {
    for (const person of people) person.close()
  }
}

/** A certificate of the leader's unit. */
async function certificateOf({ authority }: Simulation, { unitCode }: Account) {
  const options = { unitCode, name: '招标代理机构', password: unitCode, now: Date.now }
  return (await issueCertificate(authority, options)).helper
}

/** The platform reports the evaluation as done; before, the overview is refused to a bidder, else one line says so. */
async function reportEvaluated(
  { platform }: Simulation,
  session: string,
  people: readonly Participant[],
  bidder: Participant,
): Promise<string[]> {
  const reason = await bidder.call('CreateReport_Json', { query: {} }).then(
    () => 'nothing',
    (error: unknown) => plainReason(error),
  )
  await platform.changeEvaluationStatus(session, 'evaluated')
  await Promise.all(
    people.map((one) => one.until((state) => state.evaluationStatus === 'evaluated', 'the evaluation')),
  )
  return reason.includes('overview-later')
    ? []
    : [`before the evaluation the overview is refused by ${reason}`]
}

/** Calls the second envelope after the first has ended; one line for each price that was visible before. */
async function callSecond(
  simulation: Simulation,
  session: string,
  people: readonly Participant[],
  opening: SourceOpening,
): Promise<string[]> {
  await Promise.all(people.map((person) => person.until(betweenEnvelopes, 'the end of the first envelope')))
  const early = people.flatMap((person) => {
    const log = JSON.stringify(person.entries())
    const prices = opening.bids.map(({ openingPrice }) => openingPrice)
    const shown = prices.find((price) => log.includes(`"price":"${price}"`))
    return shown ? [`the first envelope shows ${person.unitCode} the price ${shown}`] : []
  })
  await simulation.platform.callSecondEnvelope(session)
  return early
}

/** Publishes the section and submits every bid before the opening time; late bids are refused. */
export async function submitBids(
  simulation: Simulation,
  opening: SourceOpening,
  bids: readonly Bid[],
  options: { http: HttpClient; leadSeconds: number; agencyCode: string; index: number; envelopes: 1 | 2 },
) {
  const { http, leadSeconds, agencyCode, index, envelopes } = options
  const opensAt = await opensIn(http, leadSeconds + bids.length * simulation.secondsPerBid * 3)
  const sectionCode = `${simulation.runCode}-${String(index + 1).padStart(3, '0')}`
  const session = await simulation.platform.publishTender(
    tenderOf(opening, { sectionCode, agencyCode, opensAt, envelopes, items: true }),
  )
  const began = performance.now()
  const fileKeys = await Promise.all(bids.map((bid) => submitBid(simulation, session, bid)))
  const needed = (performance.now() - began) / 1000 / bids.length
  simulation.secondsPerBid = Math.max(needed, simulation.secondsPerBid * 0.9)
  const deposits = bids.map(({ account }, position) => ({
    ...{ EntprsCode: account.unitCode, Bzj: depositOf(position), BzjStatus: '已缴纳' },
  }))
  await simulation.platform.recordDeposits(session, deposits)
  await simulation.platform.recordContacts(
    session,
    bids.map(({ contact }) => contact),
  )
  return { session, opensAt, fileKeys }
}

async function submitBid(
  simulation: Simulation,
  session: string,
  { source, account, certificate }: Bid,
): Promise<Readonly<Record<string, string>>> {
  const { certificatePem } = certificate
  await simulation.platform.enrolBidder(session, {
    unitCode: account.unitCode,
    name: source.bidder,
    certificatePem,
  })
  const bid = {
    figures: { ...figuresOf(source), ...unitPricesOf(source) },
    files: [],
    certificate: certificate.helper,
  }
  return (await sealAndSubmit(account, session, bid)).fileKeys
}

export async function createSimulation({
  http,
  platform,
  authority,
}: Pick<SimulationOptions, 'http' | 'platform' | 'authority'>): Promise<Simulation> {
  const runCode = `SIM${Date.now().toString(36).toUpperCase()}`
  return {
    http,
    platform,
    runCode,
    authority: authority ?? (await createAuthority({ now: Date.now })),
    creatingAccounts: createSemaphore(2),
    submitting: createSemaphore(1),
    freeAccounts: [],
    secondsPerBid: 0.5,
    supervisor: await newAccount(platform, http, {
      userCode: `${runCode}-supervisor`,
      password: crypto.randomUUID(),
      role: 'supervisor',
      name: personName(randomBytes),
      unitCode: `${runCode}-office`,
    }),
  }
}

/** Gives a company an account and a certificate in its name. */
export async function bidOf(simulation: Simulation, source: SourceBid): Promise<Bid> {
  const { authority, freeAccounts, creatingAccounts } = simulation
  const account = freeAccounts.pop() ?? (await creatingAccounts(() => newBidder(simulation)))
  const { unitCode } = account
  const options = { unitCode, name: source.bidder, password: unitCode, now: Date.now }
  const certificate = await issueCertificate(authority, options)
  return { account, source, certificate, contact: contactOf(unitCode) }
}

function newBidder({ platform, http }: Simulation): Promise<Account> {
  const unitCode = creditCode(randomBytes)
  return newAccount(platform, http, {
    userCode: unitCode,
    unitCode,
    password: crypto.randomUUID(),
    role: 'bidder',
    name: `Bidder ${unitCode}`,
  })
}

/** The leader: an opener, or a role that acts as opener in the variant. */
export function newLeader(
  { platform, http, runCode }: Simulation,
  role: StaffRole = 'opener',
): Promise<Account> {
  return newAccount(platform, http, {
    userCode: `${runCode}-${crypto.randomUUID().slice(0, 8)}`,
    password: crypto.randomUUID(),
    role,
    name: personName(randomBytes),
    unitCode: `${runCode}-agency`,
  })
}

function plainReason(error: unknown): string {
  if (failureOf(error)?.code === 'submission-closed') return 'a bid was submitted too late'
  return error instanceof Error ? error.message : String(error)
}

/** The item at a position that must exist. */
function entryAt<T>(list: readonly T[], position: number): T {
  const item = list[position]
  if (item === undefined) throw new Error(`nothing at position ${position}`)
  return item
}
