import { setTimeout as sleep } from 'node:timers/promises'
import { asyncScheduler, EMPTY, Subject, type Subscription } from 'rxjs'
import { serverClock$ } from '#streams/server-clock.ts'
import { httpClient } from '../client/http-client.ts'
import { count, type Histogram, percentiles } from '../load/histogram.ts'
import { meterProcesses } from '../load/process-meter.ts'
import { createRecorder } from '../load/recorder.ts'
import { openVenue } from '../load/target-server.ts'
import { startProxy } from '../network/proxy.ts'
import { seeded } from '../network/seeded-random.ts'
import { type Mark, reportOf } from '../report/report.ts'
import type { Scenario } from './scenario.ts'

const day = 86_400_000
/** Each way: a round trip of 100 to 300 ms, 200 on average, hardly ever the same there as back. */
const line = { delayMs: 50, jitterMs: 100 }
const allowedMs = 100
const probingMs = 5000
const watchedMs = 8000
const sampleMs = 200

/** A client with a clock of its own, which is wrong. */
interface Clock {
  /** The server's time as the client takes it to be, minus the server's time as it is; null: no idea yet. */
  error(): number | null
  /** The machine sleeps, and its clock comes out of it wrong by this much more; the page is looked at again. */
  sleep(driftMs: number): void
  /** Somebody sets the machine's clock. */
  set(ms: number): void
  close(): void
}

/**
 * How right clients are about the server's time behind a jittery line: with their own clock up to a day off, after
 * their machine has slept, and after its clock was set while the page was open.
 */
export const clock: Scenario = async ({ bidders, seed, url, platformKey, onLine }) => {
  const venue = await openVenue({ bidders: 0, url, platformKey })
  const network = await startProxy({ targets: venue.ports, seed, weather: line })
  const recorder = createRecorder()
  const random = seeded(seed)
  const meter = meterProcesses(venue.pids)
  const startedAt = Date.now()
  const marks: Mark[] = []
  const mark = (label: string) => marks.push({ at: Date.now(), label })
  const clocks: Clock[] = []
  try {
    for (let client = 0; client < bidders; client += 1) {
      clocks.push(openClock(network.url, (random() - 0.5) * 2 * day))
      await sleep(10)
    }
    await sleep(probingMs)
    mark('probed')
    const steady = await watch(clocks)
    mark('machines wake up')
    for (const one of clocks) one.sleep((random() - 0.5) * 4000)
    await sleep(probingMs)
    const slept = await watch(clocks)
    mark('clocks are set')
    for (const one of clocks) one.set((random() - 0.5) * 2 * day)
    const rightAgain = await untilRight(clocks)
    const set = await watch(clocks)
    meter.stop()
    onLine('done')
    const p99 = (histogram: Histogram) => percentiles(histogram)?.p99 ?? Number.NaN
    const errors = { steadyP99Ms: p99(steady), afterSleepP99Ms: p99(slept), afterClockSetP99Ms: p99(set) }
    const figures = { ...errors, rightAgainAfterP99Ms: p99(rightAgain) }
    const over = Object.entries(errors).filter(([, ms]) => !(ms < allowedMs))
    return reportOf({
      ...{
        scenario: 'clock',
        bidders,
        seed,
        startedAt,
        seconds: (Date.now() - startedAt) / 1000,
        meter,
        marks,
        figures,
      },
      recording: recorder.read(),
      mismatches: [],
      failures: over.map(([name, ms]) => `${name} is ${ms} ms, ${allowedMs} are allowed`),
      notes: [
        `Round trips of ${2 * line.delayMs} to ${2 * (line.delayMs + line.jitterMs)} ms; every client's own clock is up to a day off. Errors are against the server's clock, which is this machine's.`,
        'Heartbeats are left out: they only ever tell a client that it is wrong.',
      ],
    })
  } finally {
    for (const one of clocks) one.close()
    recorder.close()
    await network.close()
    await venue.close()
  }
}

function openClock(url: string, wrongBy: number): Clock {
  const http = httpClient({ url })
  const wakes$ = new Subject<void>()
  let skew = Math.round(wrongBy)
  let offset: number | null = null
  const now = () => Date.now() + skew
  const flow: Subscription = serverClock$({
    transport: {
      readServerTime: async (signal) => (await http.call('getServerTimeNoauth', { signal })).epoch,
    },
    heartbeats$: EMPTY,
    wakes$,
    now,
    elapsed: () => performance.now(),
    random: Math.random,
    scheduler: asyncScheduler,
    everyMs: 5000,
  }).subscribe((reading) => {
    offset = reading.offset
  })
  return {
    error: () => (offset === null ? null : now() + offset - Date.now()),
    sleep(driftMs) {
      skew += Math.round(driftMs)
      wakes$.next()
    },
    set(ms) {
      skew += Math.round(ms)
    },
    close: () => flow.unsubscribe(),
  }
}

/** The errors of all clients over a while. Who has no idea of the time is wrong by a day. */
async function watch(clocks: readonly Clock[]): Promise<Histogram> {
  const errors: Histogram = new Map()
  for (let waited = 0; waited < watchedMs; waited += sampleMs) {
    for (const one of clocks) count(errors, Math.abs(one.error() ?? day))
    await sleep(sampleMs)
  }
  return errors
}

/** How long each client was wrong by more than is allowed; all that time for who never got right. */
async function untilRight(clocks: readonly Clock[]): Promise<Histogram> {
  const times: Histogram = new Map()
  const began = performance.now()
  const wrong = new Set(clocks)
  while (wrong.size > 0 && performance.now() - began < 20_000) {
    await sleep(20)
    for (const one of wrong) {
      if (Math.abs(one.error() ?? day) >= allowedMs) continue
      wrong.delete(one)
      count(times, performance.now() - began)
    }
  }
  for (const _ of wrong) count(times, performance.now() - began)
  return times
}
