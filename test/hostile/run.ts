import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, enterSession, type Participant } from '#simulators/client/session-client.ts'
import { sealAndSubmit } from '#simulators/fixtures/bids.ts'
import { accountOf, bidderOf, type Hall, publishFor, testAuthority } from '#test/system/hall.ts'
import { openDecryptionWindow } from '#test/system/opening-steps.ts'
import { type Attacker, attack, leave } from './attackers.ts'
import { findingOf, findingsInLog } from './findings.ts'
import { beHonest, quantile } from './honest.ts'
import type { Tokens } from './requests.ts'
import { dice, type Known } from './values.ts'
import { type HostileRun, mayStay } from './verdict.ts'

const roles = ['opener', 'bidder', 'supervisor', 'agency', 'tenderer'] as const
/** Attackers of each role, and without a login, because limits go by account and by address. */
const ofEachRole = 4
/** Inputs under way at once. */
const atOnce = 12
/** A token lives ten minutes. */
const renewAfterMs = 240_000
/** One of ended logins is renewed no sooner. */
const soonestRenewalMs = 5000
const findingsKept = 30

/** Sends so many hostile inputs to a hall of its own sections, while honest users go on beside. */
export async function runHostile(
  hall: Hall,
  {
    inputs,
    seed,
    calmMs,
    say,
  }: { inputs: number; seed: number; calmMs: number; say?: (line: string) => void },
): Promise<HostileRun> {
  const port = Number(new URL(hall.http.url).port)
  const stage = await setStage(hall)
  const honest = beHonest(stage.opener, stage.others)
  const findings: string[] = []
  const answers: Record<string, number> = {}
  let done = 0
  const run = async (until: number, first: number) => {
    const lines = Array.from({ length: atOnce }, async (_, line) => {
      const random = dice(seed + first + line)
      while (done < until) {
        const who = random.of(stage.attackers)
        const sent = await attack(port, who, random, stage.known)
        done += sent.inputs
        for (const answer of sent.answers) {
          answers[answer.status] = (answers[answer.status] ?? 0) + 1
          if (answer.status === 401) who.unauthorized()
          const finding = findingOf(answer)
          if (finding && findings.length < findingsKept) findings.push(`${answer.to}: ${finding}`)
        }
      }
    })
    await Promise.all(lines)
  }
  // The first inputs fill caches and compile the code, so that memory and times before and after can be compared.
  await run(Math.min(2000, inputs / 10), atOnce)
  await sleep(calmMs / 2)
  honest.latencies()
  await sleep(calmMs)
  const calmP99 = quantile(honest.latencies(), 0.99)
  const memoryBefore = megabytes(hall.pid())
  let memoryPeak = memoryBefore
  const watch = setInterval(() => {
    memoryPeak = Math.max(memoryPeak, megabytes(hall.pid()))
    say?.(`${done} of ${inputs}, ${memoryPeak} MB at most, ${findings.length} findings`)
  }, 5000)
  await run(inputs, 0)
  const attackedP99 = quantile(honest.latencies(), 0.99)
  clearInterval(watch)
  leave()
  await honest.stop()
  const memoryAfter = await settledMegabytes(hall.pid(), memoryBefore)
  stage.leave()
  findings.push(...findingsInLog(hall.output()).slice(0, findingsKept))
  return { inputs: done, findings, answers, calmP99, attackedP99, memoryBefore, memoryPeak, memoryAfter }
}

/** Honest people in one section, attackers in sections of each status. */
async function setStage(hall: Hall) {
  const authority = await testAuthority()
  const enter = (account: Account, session: string) => enterSession(account, session)
  const bidders = await Promise.all(Array.from({ length: ofEachRole }, () => bidderOf(hall, authority)))
  const [honestBidder] = bidders
  if (!honestBidder) throw new Error('a bidder expected')
  const people: Participant[] = []
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
  const leader = await enter(await accountOf(hall, 'opener'), decrypting.session)
  await openDecryptionWindow(leader, 1000)
  people.push(leader)
  const opener = await enter(await accountOf(hall, 'opener'), own.session)
  const others = [
    await enter(honestBidder.account, own.session),
    await enter(await accountOf(hall, 'supervisor'), own.session),
  ]
  people.push(opener, ...others)
  const sessions = attacked.map(({ session }) => session)
  const attackers: Attacker[] = []
  for (let n = 0; n < ofEachRole; n += 1)
    for (const role of roles) {
      const bidder = bidders[n]?.account
      const account = role === 'bidder' && bidder ? bidder : await accountOf(hall, role)
      const session = sessions[n % sessions.length] ?? ''
      attackers.push(await attackerOf(account, `${role} ${n + 1}`, session, attackers.length))
    }
  for (let n = 0; n < ofEachRole; n += 1)
    attackers.push({
      ...{ name: `stranger ${n + 1}`, number: attackers.length, session: sessions[0] ?? '' },
      tokens: () => ({ user: null, section: null }),
      unauthorized: () => {},
    })
  const known: Known = [...sessions, ...bidders.map(({ account }) => account.unitCode), own.session]
  const leaveAll = () => {
    for (const person of people) person.close()
  }
  return { opener, others, attackers, known, leave: leaveAll }
}

/** Logs in, and again when the login's tokens are about to end or were ended by the attacker's own requests. */
async function attackerOf(
  account: Account,
  name: string,
  session: string,
  number: number,
): Promise<Attacker> {
  let tokens: Tokens = { user: null, section: null }
  let renewed = 0
  let renewing = false
  const renew = async () => {
    renewing = true
    try {
      const { userCode } = account
      const { token } = await account.http.call('testLogin', { body: { UserCode: userCode } })
      const body = { bidProjGuid: session, dbGuid: session }
      const entered = await account.http.attempt('getProjectAuthorization', { token, body })
      tokens = { user: token, section: entered.ok ? entered.value.oauth2 : null }
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
    ...{ name, number, session },
    tokens() {
      renewAfter(renewAfterMs)
      return tokens
    },
    unauthorized: () => renewAfter(soonestRenewalMs),
  }
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
