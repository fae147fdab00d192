import { setTimeout as sleep } from 'node:timers/promises'
import type { Participant } from '../client/session-client.ts'
import type { Crew } from '../load/client-group.ts'
import { addAll, count, type Histogram, type Percentiles, percentiles } from '../load/histogram.ts'
import { halves, openProduction, type Production } from '../load/load-session.ts'
import { meterProcesses } from '../load/process-meter.ts'
import { exactNow } from '../load/recorder.ts'
import { startProxy } from '../network/proxy.ts'
import { type Mark, type Report, reportOf } from '../report/report.ts'
import type { Scenario, ScenarioOptions } from './scenario.ts'

/** Clients that run the product's whole streams, in a process of their own; the others only keep their place. */
const mostFullClients = 20
const calmSeconds = 5
const patienceMs = 60_000
/** One client in so many stops reading for a while before the storm. */
const frozenOneIn = 100

/** A session whose clients are all live. */
interface Sea {
  readonly production: Production
  readonly leader: Participant
  readonly lightCrews: readonly Crew[]
  readonly lightClients: number
  cut(): void
  mark(label: string): void
}

/**
 * Every bidder's socket is cut at the same moment, while the session goes on: how long until the last client holds
 * what was appended right after the cut. Before it, what frozen readers cost the others.
 */
export const storm: Scenario = async (options) => {
  const { bidders, seed, onLine } = options
  const full = Math.min(mostFullClients, bidders - 1)
  const shares = [full, ...halves(bidders - full)]
  const production = await openProduction({ ...options, shares, submit: false })
  const network = await startProxy({ targets: production.venue.ports, seed })
  try {
    const roads = [{ url: network.url, polls: false }]
    const [fullCrew, ...lightCrews] = production.crews
    await production.opened()
    const leader = await production.enter(production.venue.opener)
    await production.all('attach', { roads }, lightCrews)
    await production.all('enter', { roads }, fullCrew ? [fullCrew] : [])
    onLine(`${bidders} clients are live`)
    const cut = () => network.strike({ kind: 'cut' })
    return await weather(options, { production, leader, lightCrews, lightClients: bidders - full, cut })
  } finally {
    await network.close()
    await production.close()
  }
}

async function weather(options: ScenarioOptions, calmSea: Omit<Sea, 'mark'>): Promise<Report> {
  const { bidders, seed, onLine } = options
  const { production, leader, lightClients } = calmSea
  const marks: Mark[] = []
  const sea: Sea = { ...calmSea, mark: (label) => marks.push({ at: Date.now(), label }) }
  await production.all('clear', null)
  production.recorder.clear()
  const meter = meterProcesses(production.venue.pids)
  const startedAt = Date.now()
  const cost = await costOfFrozen(sea)
  const again = await cutAll(sea)
  onLine(`${again?.count ?? 0} are current again, the last after ${again?.max} ms`)
  await sleep(2000)
  meter.stop()
  const seconds = (Date.now() - startedAt) / 1000
  const { mismatches, recording, afterMs } = await production.settle(leader)
  const missing = lightClients - (again?.count ?? 0)
  return reportOf({
    ...{ scenario: 'storm', bidders, seed, startedAt, seconds, recording, meter, mismatches, marks },
    failures: missing > 0 ? [`${missing} clients were not current again in ${patienceMs / 1000} s`] : [],
    figures: {
      settledAfterMs: afterMs,
      lastCurrentAgainMs: again?.max ?? Number.NaN,
      halfCurrentAgainMs: again?.p50 ?? Number.NaN,
      currentAgainP99Ms: again?.p99 ?? Number.NaN,
      ...cost,
    },
    notes: [
      `${lightClients} clients are light: they keep their place in the log (epoch, seq, hash) and fold nothing; ${bidders - lightClients} run the streams of the product and are held against the log.`,
      'Clients come back as browsers do: after 250 to 750 ms, and later where that fails. A client is current again when it holds an entry appended after the cut.',
    ],
  })
}

/** How long messages take to clients that read, before and while others have stopped reading. */
async function costOfFrozen({ production, leader, lightCrews, lightClients, mark }: Sea) {
  const calm = await postsFor(production, leader)
  const each = Math.ceil(lightClients / frozenOneIn / lightCrews.length)
  mark('some readers freeze')
  await production.all('freeze', { clients: each }, lightCrews)
  const beside = await postsFor(production, leader)
  await production.all('freeze', { clients: 0 }, lightCrews)
  await sleep(1000)
  return {
    frozenReaders: each * lightCrews.length,
    calmP50Ms: calm?.p50 ?? Number.NaN,
    calmP99Ms: calm?.p99 ?? Number.NaN,
    besideFrozenP50Ms: beside?.p50 ?? Number.NaN,
    besideFrozenP99Ms: beside?.p99 ?? Number.NaN,
  }
}

/** Two messages a second; how long they took to those who were live. */
async function postsFor(production: Production, leader: Participant): Promise<Percentiles | null> {
  const before = await liveTimes(production)
  for (let sent = 0; sent < 2 * calmSeconds; sent += 1) {
    await leader.send({ type: 'PostMessage', payload: { message: `message ${sent}` } })
    await sleep(500)
  }
  const after = await liveTimes(production)
  for (const [bucket, times] of before) after.set(bucket, (after.get(bucket) ?? 0) - times)
  return percentiles(after)
}

async function liveTimes(production: Production): Promise<Histogram> {
  const all: Histogram = new Map()
  for (const { series } of await production.all('read', null)) addAll(all, series.get('live') ?? new Map())
  return all
}

/** From the cut until each light client holds the message that is posted right after it. */
async function cutAll({ production, leader, lightCrews, cut, mark }: Sea): Promise<Percentiles | null> {
  const { seq } = leader.state()
  mark('all sockets cut')
  const cutAt = exactNow()
  cut()
  const waits = production.all('current', { seq: seq + 1, patienceMs }, lightCrews)
  await leader.send({ type: 'PostMessage', payload: { message: 'after the cut' } })
  const times: Histogram = new Map()
  for (const at of (await waits).flat()) count(times, at - cutAt)
  return percentiles(times)
}
