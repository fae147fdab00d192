import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { callTokenSeconds, callTokenType } from '#protocol/signed-call.ts'
import { bodyHash } from '#server/platform/token.ts'
import { type Account, enterSession } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { createSignedRequests } from '#simulators/platform/signed-requests.ts'
import { accountOf, bidderOf, type Hall, publishFor, testAuthority } from '#test/system/hall.ts'
import { openDecryptionWindow } from '#test/system/opening-steps.ts'
import { type Attacker, leave, type Sent, turnOf } from './attackers.ts'
import { findingOf, findingsInLog } from './findings.ts'
import { startHonest } from './honest.ts'
import type { Tokens } from './requests.ts'
import { type Dice, dice, type Known } from './values.ts'
import { type HostileRun, mayStay, quantile } from './verdict.ts'

const roles = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer'] as const
/** Attackers of each role, and without a login, because limits go by account and by address. */
const ofEachRole = 4
/** Requests under way at once. */
const atOnce = 12
/** Connections beside them that only wait for the server's end of them. */
const waitingAtOnce = 64
/**
 * While honest users' times are judged, turns come so many times more slowly than the server answers them at its limit.
 * It is busy with them, but not only with them, and a slow machine is not judged by the load of a fast one.
 */
const pacedIsSlower = 6
/** How much longer that is than the calm. */
const pacedPerCalm = 3
/** A token lives ten minutes. */
const renewAfterMs = 240_000
/** One of ended logins is renewed no sooner. */
const soonestRenewalMs = 1000
const findingsKept = 30

/**
 * Sends so many hostile inputs to a hall of its own sections, while honest users go on beside. Each turn has a seed of
 * its own, made from the run's: its inputs are the same whatever is under way beside it.
 */
export async function runHostile(
  hall: Hall,
  {
    inputs,
    seed,
    calmMs,
    givesWay = false,
    say,
  }: {
    inputs: number
    seed: number
    /** How long honest users are measured without an attack. */
    calmMs: number
    /** This process takes no processor time that the server and honest users want: attackers have machines of their own. */
    givesWay?: boolean
    say?: (line: string) => void
  },
): Promise<HostileRun> {
  const stage = await setStage(hall)
  const honest = await startHonest({ url: hall.http.url, session: stage.own, userCodes: stage.honest })
  if (givesWay) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const assault = createAssault(hall, stage)
  // The first inputs fill caches and compile the code, so that memory and times before and after can be compared.
  await assault.run(Math.min(2000, inputs / 10), dice(~seed))
  const calm = async () => {
    await sleep(calmMs / 2)
    await honest.latencies()
    await sleep(calmMs)
    return quantile(await honest.latencies(), 0.99)
  }
  const firstCalmP99 = await calm()
  const memoryBefore = megabytes(hall.pid())
  let memoryPeak = memoryBefore
  const watch = setInterval(() => {
    memoryPeak = Math.max(memoryPeak, megabytes(hall.pid()))
    say?.(`${assault.done()} of ${inputs}, ${memoryPeak} MB at most, ${assault.findings.length} findings`)
  }, 5000)
  const seeds = dice(seed)
  const paced = (perSecond: number) => (perSecond * pacedPerCalm * calmMs) / 1000 / pacedIsSlower
  const last = Math.min(inputs / 4, paced(await assault.run(inputs / 2, seeds)))
  await assault.run(inputs - 2 * last, seeds)
  const perSecond = await assault.run(inputs - last, seeds)
  const saturatedP99 = quantile(await honest.latencies(), 0.99)
  // A machine may become slower within the half hour that a million inputs take: what is compared is measured together.
  const calmP99 = await calm()
  await assault.run(inputs, seeds, perSecond / pacedIsSlower)
  const attackedP99 = quantile(await honest.latencies(), 0.99)
  clearInterval(watch)
  leave()
  const refused = await honest.stop()
  const memoryAfter = await settledMegabytes(hall.pid(), memoryBefore)
  stage.leave()
  const findings = [
    ...assault.findings,
    ...(refused === null ? [] : [`an honest user was refused: ${refused}`]),
    ...findingsInLog(hall.output()).slice(0, findingsKept),
  ]
  const { answers } = assault
  return {
    ...{ inputs: assault.done(), findings, answers },
    ...{ firstCalmP99, calmP99, attackedP99, saturatedP99, memoryBefore, memoryPeak, memoryAfter },
  }
}

/** Sends turns of the attackers and looks at the answers. */
function createAssault(hall: Hall, { attackers }: Pick<Stage, 'attackers'>) {
  const port = Number(new URL(hall.http.url).port)
  const findings: string[] = []
  const answers: Record<string, number> = {}
  let done = 0

  function look(turnSeed: number, who: Attacker, { inputs, answers: given }: Sent): void {
    done += inputs
    for (const answer of given) {
      answers[answer.status] = (answers[answer.status] ?? 0) + 1
      if (answer.status === 401) who.unauthorized()
      const finding = findingOf(answer)
      if (finding && findings.length < findingsKept)
        findings.push(`seed ${turnSeed}: ${answer.to}: ${finding}`)
    }
  }

  /**
   * Until so many inputs were sent, each turn by dice of its own; `perSecond` turns where that is less than can be sent.
   * Resolves with the turns there were a second.
   */
  async function run(until: number, seeds: Dice, perSecond = Number.POSITIVE_INFINITY): Promise<number> {
    const began = performance.now()
    let turns = 0
    const waiting = new Set<Promise<void>>()
    async function next(): Promise<void> {
      const turnSeed = seeds.roll(2 ** 32)
      turns += 1
      const tooEarly = began + (turns * 1000) / perSecond - performance.now()
      if (tooEarly > 0) await sleep(tooEarly)
      const random = dice(turnSeed)
      const who = random.of(attackers)
      const turn = turnOf(port, who, random)
      const looked = turn.send().then((sent) => look(turnSeed, who, sent))
      if (!turn.waits) return looked
      if (waiting.size >= waitingAtOnce) await Promise.race(waiting)
      waiting.add(looked)
      void looked.then(() => waiting.delete(looked))
    }
    const line = async () => {
      while (done < until) await next()
    }
    await Promise.all(Array.from({ length: atOnce }, line))
    await Promise.all(waiting)
    return (turns * 1000) / (performance.now() - began)
  }

  return { run, findings, answers, done: () => done }
}

type Stage = Awaited<ReturnType<typeof setStage>>

/** A section for honest people, and attackers in sections of each status. */
async function setStage(hall: Hall) {
  const authority = await testAuthority()
  // Not one of the attackers' accounts: whoever logs in to one may end its other logins and use up its limits.
  const honestBidder = await bidderOf(hall, authority)
  const bidders = await Promise.all(Array.from({ length: ofEachRole }, () => bidderOf(hall, authority)))
  const own = await publishFor(hall, [honestBidder], 60)
  const attacked = await Promise.all(
    Array.from({ length: 3 }, (_, n) => publishFor(hall, bidders, n === 2 ? 86_400 : 60)),
  )
  const [decrypting] = attacked
  if (!decrypting) throw new Error('a section expected')
  for (const { account, certificate } of bidders) {
    const bid = { figures: { price: '1.00' }, files: [], certificate: certificate.helper }
    await sealAndSubmit(account, decrypting.session, bid)
  }
  await hall.clock.leapTo(own.opensAt, 1000)
  const leader = await enterSession(await accountOf(hall, 'opener'), decrypting.session)
  await openDecryptionWindow(leader, 1000)
  const honest = [
    await accountOf(hall, 'opener'),
    honestBidder.account,
    await accountOf(hall, 'supervisor'),
  ].map(({ userCode }) => userCode)
  const sessions = attacked.map(({ session }) => session)
  const attackedIds: Known = [...sessions, ...bidders.map(({ account }) => account.unitCode)]
  const known = [...attackedIds, own.session, honestBidder.account.unitCode]
  const attackers: Attacker[] = []
  for (let n = 0; n < ofEachRole; n += 1)
    for (const role of roles) {
      const bidder = bidders[n]?.account
      const account = role === 'bidder' && bidder ? bidder : await accountOf(hall, role)
      const session = sessions[n % sessions.length] ?? ''
      const number = attackers.length
      attackers.push(
        await attackerOf(account, { name: `${role} ${n + 1}`, number, known, sessions, session }),
      )
    }
  for (let n = 0; n < ofEachRole; n += 1)
    attackers.push({
      ...{ name: `stranger ${n + 1}`, number: attackers.length, known, session: sessions[0] ?? '' },
      tokens: () => ({ user: null, section: null }),
      unauthorized: () => {},
    })
  // The platform may end any section and move any account: it does not know the honest people's.
  attackers.push(
    platformOf(hall, { number: attackers.length, session: sessions[0] ?? '', known: attackedIds }),
  )
  return { own: own.session, honest, attackers, leave: () => leader.close() }
}

/** Somebody with the platform's key. */
function platformOf(hall: Hall, who: Pick<Attacker, 'number' | 'session' | 'known'>): Attacker {
  const { sign } = createSignedRequests({
    url: hall.http.url,
    key: hall.platformKey,
    clock: hall.clock.now,
  })
  return {
    ...who,
    name: 'platform',
    tokens: () => ({ user: null, section: null }),
    unauthorized: () => {},
    sign: ({ method, path, body }) =>
      sign(callTokenType, callTokenSeconds, { method, path, body: bodyHash(body ?? Buffer.alloc(0)) }),
  }
}

/** Logs in, and again when the login's tokens are about to end or were ended by the attacker's own requests. */
async function attackerOf(
  account: Account,
  {
    sessions,
    ...who
  }: Pick<Attacker, 'name' | 'number' | 'session' | 'known'> & { readonly sessions: readonly string[] },
): Promise<Attacker> {
  let tokens: Tokens = { user: null, section: null }
  let renewed = 0
  let renewing = false
  const renew = async () => {
    renewing = true
    try {
      const { userCode } = account
      const { token } = await account.http.call('testLogin', { body: { UserCode: userCode } })
      tokens = { user: token, section: await sectionToken(account, token, [who.session, ...sessions]) }
      renewed = performance.now()
    } finally {
      renewing = false
    }
  }
  const renewAfter = (milliseconds: number) => {
    // A login that the limits refuse is tried again with a later request; the attacker goes on without tokens.
    if (!renewing && performance.now() - renewed > milliseconds) void renew().catch(() => {})
  }
  await renew()
  return {
    ...who,
    tokens() {
      renewAfter(renewAfterMs)
      return tokens
    },
    unauthorized: () => renewAfter(soonestRenewalMs),
  }
}

/** For the first of the sections that the account may enter now; null where it may enter none. */
async function sectionToken(
  { http }: Account,
  token: string,
  sessions: readonly string[],
): Promise<string | null> {
  for (const session of sessions) {
    const body = { bidProjGuid: session, dbGuid: session }
    const entered = await http.attempt('getProjectAuthorization', { token, body })
    if (entered.ok) return entered.value.oauth2
  }
  return null
}

/** Resident memory of a process, in MB; 0 where the system does not say. */
function megabytes(pid: number): number {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status) ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : 0
  return Math.round(Number(kilobytes) / 1024)
}

const settleMs = 60_000

/** Memory once as much of it has come back as must, or after a minute. */
async function settledMegabytes(pid: number, before: number): Promise<number> {
  const givenUp = performance.now() + settleMs
  for (;;) {
    const now = megabytes(pid)
    if (now <= mayStay(before) || performance.now() > givenUp) return now
    await sleep(1000)
  }
}
