import { monitorEventLoopDelay } from 'node:perf_hooks'
import { addAll, count, type Histogram } from './histogram.ts'

/**
 * What is measured, in milliseconds:
 * live: from an entry's `at` (before its commit) until a live client had it;
 * behind: the same for a client that was catching up after a broken connection;
 * polling: the same for a client without a socket;
 * reconnect: from noticing a lost socket until being live again;
 * command: from sending a command until its acknowledgement, retries included.
 */
export const seriesNames = ['live', 'behind', 'polling', 'reconnect', 'command'] as const
export type SeriesName = (typeof seriesNames)[number]

/** The measurements of a process, without those that it took while it was late itself. */
export interface Recording {
  readonly series: ReadonlyMap<SeriesName, Histogram>
  /** Delivery times (live, behind and polling) by the epoch second of arrival. */
  readonly delivery: ReadonlyMap<number, Histogram>
  /** Number of connected clients at each moment (epoch ms). */
  readonly connected: readonly (readonly [at: number, clients: number])[]
  /** How late each process itself was. */
  readonly lateness: readonly Lateness[]
}

/** How late the event loop of a process was. Times are milliseconds. */
export interface Lateness {
  readonly process: string
  /** p99 of its delay. */
  readonly p99: number
  readonly longest: number
  /** Number of measurements taken. */
  readonly measured: number
  /** Of these left out, because the process was late when it took them: the delay may have been its own. */
  readonly leftOut: number
}

export interface Recorder {
  record(series: SeriesName, milliseconds: number): void
  /** Milliseconds since the hall's clock showed this time (epoch ms). */
  since(hallTime: number): number
  /** The hall's clock is ahead of this machine's by so many milliseconds. */
  setAhead(milliseconds: number): void
  /** A client has connected (1) or disconnected (-1). */
  connect(change: 1 | -1): void
  /** Discards the measurements so far. */
  clear(): void
  read(): Recording
  close(): void
}

const sampleMs = 100
/** How often the event loop has to come round. */
const roundMs = 10
/** A process is late when its event loop comes round later than it should by more than this. */
const lateMs = 50

/** Epoch milliseconds with their fraction. */
export function exactNow(): number {
  return performance.timeOrigin + performance.now()
}

/** `name` is the process's in the report. */
export function createRecorder(name = ''): Recorder {
  let taken = createMeasurements()
  let connected: [number, number][] = []
  let clients = 0
  let ahead = 0
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const sampling = setInterval(() => connected.push([Date.now(), clients]), sampleMs).unref()
  const rounds = setInterval(() => taken.comeRound(performance.now()), roundMs).unref()

  return {
    record: (series, milliseconds) => taken.add(series, milliseconds),
    since: (hallTime) => exactNow() + ahead - hallTime,
    setAhead(milliseconds) {
      ahead = milliseconds
    },
    connect(change) {
      clients += change
    },
    clear() {
      taken = createMeasurements()
      connected = []
      loop.reset()
    },
    read() {
      taken.comeRound(performance.now())
      const { series, delivery, measured, leftOut } = taken
      const [p99, longest] = [loop.percentile(99) / 1e6 - 5, loop.max / 1e6 - 5]
      const lateness = { process: name, p99, longest: Math.max(0, longest), measured, leftOut }
      return { series, delivery, connected, lateness: [lateness] }
    },
    close() {
      clearInterval(sampling)
      clearInterval(rounds)
      loop.disable()
    },
  }
}

/**
 * Collects measurements round by round of the event loop. Those of a round count only if neither that round nor the one
 * before was late: what arrives during a late round is read in the next.
 */
export function createMeasurements(startedAt = performance.now()) {
  const series = new Map<SeriesName, Histogram>()
  const delivery = new Map<number, Histogram>()
  const counts = { measured: 0, leftOut: 0 }
  let round = new Map<SeriesName, Histogram>()
  let inRound = 0
  let roundAt = startedAt
  let wasLate = false

  function keep(): void {
    const second = Math.floor(Date.now() / 1000)
    for (const [name, histogram] of round) {
      addAll(histogramOf(series, name), histogram)
      if (name !== 'reconnect' && name !== 'command') addAll(histogramOf(delivery, second), histogram)
    }
  }

  return {
    series,
    delivery,
    get measured() {
      return counts.measured
    },
    get leftOut() {
      return counts.leftOut
    },
    add(name: SeriesName, milliseconds: number): void {
      inRound += 1
      count(histogramOf(round, name), milliseconds)
    },
    /** The event loop has come round, at this moment (`performance.now`). */
    comeRound(at: number): void {
      const isLate = at - roundAt > roundMs + lateMs
      if (inRound > 0) {
        counts.measured += inRound
        if (isLate || wasLate) counts.leftOut += inRound
        else keep()
        round = new Map()
        inRound = 0
      }
      wasLate = isLate
      roundAt = at
    },
  }
}

/** Merges the recordings of several processes; `connected` adds up their latest samples. */
export function mergeRecordings(recordings: readonly Recording[]): Recording {
  const series = new Map<SeriesName, Histogram>()
  const delivery = new Map<number, Histogram>()
  for (const recording of recordings) {
    for (const [name, histogram] of recording.series) addAll(histogramOf(series, name), histogram)
    for (const [second, histogram] of recording.delivery) addAll(histogramOf(delivery, second), histogram)
  }
  return {
    series,
    delivery: new Map([...delivery].sort(([a], [b]) => a - b)),
    connected: addUp(recordings.map(({ connected }) => connected)),
    lateness: recordings.flatMap(({ lateness }) => lateness),
  }
}

function addUp(all: readonly Recording['connected'][]): [number, number][] {
  const samples = all.flatMap((samples, from) => samples.map(([at, clients]) => ({ at, clients, from })))
  samples.sort((a, b) => a.at - b.at)
  const latest = new Map<number, number>()
  const sums: [number, number][] = []
  for (const { at, clients, from } of samples) {
    latest.set(from, clients)
    // No sum before every process has a sample.
    if (latest.size === all.length && from === 0)
      sums.push([at, [...latest.values()].reduce((a, b) => a + b, 0)])
  }
  return sums
}

function histogramOf<K>(histograms: Map<K, Histogram>, key: K): Histogram {
  const known = histograms.get(key)
  if (known) return known
  const fresh: Histogram = new Map()
  histograms.set(key, fresh)
  return fresh
}
