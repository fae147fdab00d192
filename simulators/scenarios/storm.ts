import { setTimeout as sleep } from 'node:timers/promises'
import type { Participant } from '../client/session-client.ts'
import { addAll, count, type Histogram, type Percentiles, percentiles } from '../load/histogram.ts'
import { type LoadSession, openLoadSession } from '../load/load-session.ts'
import { meterProcesses } from '../load/process-meter.ts'
import { exactNow } from '../load/recorder.ts'
import { startProxy } from '../network/proxy.ts'
import { type Mark, type Report, reportOf } from '../report/report.ts'
import type { Scenario, ScenarioOptions } from './scenario.ts'

/** Clients that run the product's streams, in a process of their own; the others are light clients. */
const mostFullClients = 20
const postingSeconds = 5
const timeoutMs = 60_000
/** One light client in so many stops reading for a while before the cut. */
const frozenOneIn = 100

/** A session whose clients are all live. */
interface LiveSession {
  readonly load: LoadSession
  readonly leader: Participant
  readonly lightClients: number
  cut(): void
  mark(label: string): void
}

/**
 * Cuts every bidder's socket at the same moment while the session goes on, and measures how long it takes until the
 * last client holds the entry appended right after the cut. Before that, it measures how much clients that have stopped
 * reading delay the others.
 */
export const storm: Scenario = async (options) => {
  const { bidders, seed, onLine } = options
  const full = Math.min(mostFullClients, bidders - 1)
  const load = await openLoadSession({ ...options, full, submit: false, yielding: false })
  const network = await startProxy({ targets: load.server.ports, seed })
  try {
    const routes = [{ url: network.url, polls: false }]
    await load.opened()
    const leader = await load.enter(load.server.opener)
    await load.enterAll(routes)
    onLine(`${bidders} clients are live`)
    const cut = () => network.inject({ kind: 'cut' })
    return await measureStorm(options, { load, leader, lightClients: bidders - full, cut })
  } finally {
    await network.close()
    await load.close()
  }
}

async function measureStorm(options: ScenarioOptions, live: Omit<LiveSession, 'mark'>): Promise<Report> {
  const { bidders, seed, onLine } = options
  const { load, leader, lightClients } = live
  const marks: Mark[] = []
  const session: LiveSession = { ...live, mark: (label) => marks.push({ at: Date.now(), label }) }
  await load.all('clear', null)
  load.recorder.clear()
  const meter = meterProcesses(load.server.pids)
  const startedAt = Date.now()
  const cost = await costOfFrozen(session)
  const again = await cutAll(session)
  onLine(`${again?.count ?? 0} are current again, the last after ${again?.max} ms`)
  await sleep(2000)
  meter.stop()
  const seconds = (Date.now() - startedAt) / 1000
  const { mismatches, recording, afterMs } = await load.settle(leader)
  const missing = lightClients - (again?.count ?? 0)
  return reportOf({
    ...{ scenario: 'storm', bidders, seed, startedAt, seconds, recording, meter, mismatches, marks },
    failures: missing > 0 ? [`${missing} clients were not current again in ${timeoutMs / 1000} s`] : [],
    figures: {
      settledAfterMs: afterMs,
      lastCurrentAgainMs: again?.max ?? Number.NaN,
      halfCurrentAgainMs: again?.p50 ?? Number.NaN,
      currentAgainP99Ms: again?.p99 ?? Number.NaN,
      ...cost,
    },
    notes: [
      `${lightClients} clients are light: they only track their position in the log (epoch, seq, hash). ` +
        `${bidders - lightClients} run the streams of the product, and their states are compared with the log.`,
      'Clients reconnect like browsers: after 250 to 750 ms, later when that fails. ' +
        'A client is current again when it holds an entry appended after the cut.',
    ],
  })
}

/** How long messages take to reach reading clients, before and while others have stopped reading. */
async function costOfFrozen({ load, leader, lightClients, mark }: LiveSession) {
  const { light } = load
  const calm = await postsFor(load, leader)
  const each = Math.ceil(lightClients / frozenOneIn / light.length)
  mark('some readers freeze')
  await load.all('freeze', { clients: each }, light)
  const beside = await postsFor(load, leader)
  await load.all('freeze', { clients: 0 }, light)
  await sleep(1000)
  return {
    frozenReaders: each * light.length,
    calmP50Ms: calm?.p50 ?? Number.NaN,
    calmP99Ms: calm?.p99 ?? Number.NaN,
    besideFrozenP50Ms: beside?.p50 ?? Number.NaN,
    besideFrozenP99Ms: beside?.p99 ?? Number.NaN,
  }
}

/** Posts two messages a second and measures how long they take to reach live clients. */
async function postsFor(load: LoadSession, leader: Participant): Promise<Percentiles | null> {
  const before = await liveTimes(load)
  for (let sent = 0; sent < 2 * postingSeconds; sent += 1) {
    await leader.send({ type: 'PostMessage', payload: { message: `message ${sent}` } })
    await sleep(500)
  }
  const after = await liveTimes(load)
  for (const [bucket, times] of before) after.set(bucket, (after.get(bucket) ?? 0) - times)
  return percentiles(after)
}

async function liveTimes(load: LoadSession): Promise<Histogram> {
  const all: Histogram = new Map()
  for (const { series } of await load.all('read', null)) addAll(all, series.get('live') ?? new Map())
  return all
}

/** Times from the cut until each light client holds the message posted right after it. */
async function cutAll({ load, leader, cut, mark }: LiveSession): Promise<Percentiles | null> {
  const { seq } = leader.state()
  mark('all sockets cut')
  const cutAt = exactNow()
  cut()
  const waits = load.all('awaitEntry', { seq: seq + 1, timeoutMs }, load.light)
  await leader.send({ type: 'PostMessage', payload: { message: 'after the cut' } })
  const times: Histogram = new Map()
  for (const at of (await waits).flat()) count(times, at - cutAt)
  return percentiles(times)
}
