import { setTimeout as sleep } from 'node:timers/promises'
import { asyncScheduler, EMPTY, Subject, type Subscription } from 'rxjs'
import { seeded } from '#lib/seeded-random.ts'
import { serverClock$ } from '#streams/server-clock.ts'
import { httpClient } from '../client/http-client.ts'
import { count, type Histogram, percentiles } from '../load/histogram.ts'
import { meterProcesses } from '../load/process-meter.ts'
import { createRecorder } from '../load/recorder.ts'
import { openTargetServer } from '../load/target-server.ts'
import { startProxy } from '../network/proxy.ts'
import { type Mark, reportOf } from '../report/report.ts'
import type { Scenario } from './scenario.ts'

const day = 86_400_000
/** Each way; round trips take 100 to 300 ms, 200 on average, and both ways differ. */
const line = { delayMs: 50, jitterMs: 100 }
const allowedMs = 100
const probingMs = 5000
const watchedMs = 8000
const sampleMs = 200

/** A client whose own clock is wrong. */
interface Clock {
  /** Estimated minus true server time, in milliseconds; null before the first estimate. */
  error(): number | null
  /** The machine wakes up with its clock off by this much more, and the page becomes visible. */
  sleep(driftMs: number): void
  /** Somebody changes the machine's clock by this much. */
  set(ms: number): void
  close(): void
}

/**
 * How well clients estimate the server's time over a line with jitter: with their own clock up to a day off, after
 * their machine has slept, and after its clock was set while the page was open.
 */
export const clock: Scenario = async ({ bidders, seed, url, platformKey, onLine }) => {
  const server = await openTargetServer({ bidders: 0, url, platformKey })
  const network = await startProxy({ targets: server.ports, seed, conditions: line })
  const recorder = createRecorder()
  const random = seeded(seed)
  const meter = meterProcesses(server.pids)
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
      ...{ scenario: 'clock', bidders, seed, startedAt, meter, marks, figures },
      seconds: (Date.now() - startedAt) / 1000,
      recording: recorder.read(),
      mismatches: [],
      failures: over.map(([name, ms]) => `${name} is ${ms} ms, ${allowedMs} are allowed`),
      notes: [
        `Round trips take ${2 * line.delayMs} to ${2 * (line.delayMs + line.jitterMs)} ms; every client's own clock ` +
          "is up to a day off. Errors are relative to the server's clock, which is this machine's.",
        'Without heartbeats, which only tell a client that its estimate is wrong.',
      ],
    })
  } finally {
    for (const one of clocks) one.close()
    recorder.close()
    await network.close()
    await server.close()
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

/** Samples the errors of all clients for a while. A client without an estimate counts as a day off. */
async function watch(clocks: readonly Clock[]): Promise<Histogram> {
  const errors: Histogram = new Map()
  for (let waited = 0; waited < watchedMs; waited += sampleMs) {
    for (const one of clocks) count(errors, Math.abs(one.error() ?? day))
    await sleep(sampleMs)
  }
  return errors
}

/** How long each client's error exceeded the limit; the whole time for those that never got below it. */
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
