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

/** The measurements of a process. */
export interface Recording {
  readonly series: ReadonlyMap<SeriesName, Histogram>
  /** Delivery times (live, behind and polling) by the epoch second of arrival. */
  readonly delivery: ReadonlyMap<number, Histogram>
  /** Number of connected clients at each moment (epoch ms). */
  readonly connected: readonly (readonly [at: number, clients: number])[]
  /** p99 of the measuring process's event loop delay, in milliseconds. */
  readonly lag: number
}

export interface Recorder {
  record(series: SeriesName, milliseconds: number): void
  /** A client has connected (1) or disconnected (-1). */
  connect(change: 1 | -1): void
  /** Discards the measurements so far. */
  clear(): void
  read(): Recording
  close(): void
}

const sampleMs = 100

/** Epoch milliseconds with their fraction. */
export function exactNow(): number {
  return performance.timeOrigin + performance.now()
}

export function createRecorder(): Recorder {
  let series = new Map<SeriesName, Histogram>()
  let delivery = new Map<number, Histogram>()
  let connected: [number, number][] = []
  let clients = 0
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const sampling = setInterval(() => connected.push([Date.now(), clients]), sampleMs).unref()

  return {
    record(name, milliseconds) {
      count(histogramOf(series, name), milliseconds)
      if (name === 'reconnect' || name === 'command') return
      count(histogramOf(delivery, Math.floor(Date.now() / 1000)), milliseconds)
    },
    connect(change) {
      clients += change
    },
    clear() {
      series = new Map()
      delivery = new Map()
      connected = []
      loop.reset()
    },
    read: () => ({ series, delivery, connected, lag: loop.percentile(99) / 1e6 - 5 }),
    close() {
      clearInterval(sampling)
      loop.disable()
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
    lag: Math.max(0, ...recordings.map(({ lag }) => lag)),
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
