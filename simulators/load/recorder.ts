import { monitorEventLoopDelay } from 'node:perf_hooks'
import { addAll, count, type Histogram } from './histogram.ts'

/**
 * What is measured, in milliseconds:
 * live: from an entry's `at` (the server decided; committing it is in it) until a client that was live had it;
 * behind: the same for a client whose socket had broken, until it had caught up;
 * polling: the same for a client that has no socket at all;
 * reconnect: from the moment a client noticed that its socket was gone until it was live again;
 * command: from sending a command until its acknowledgement, tries and waits included.
 */
export const seriesNames = ['live', 'behind', 'polling', 'reconnect', 'command'] as const
export type SeriesName = (typeof seriesNames)[number]

/** A process's measurements as it hands them over. */
export interface Recording {
  readonly series: ReadonlyMap<SeriesName, Histogram>
  /** By the second (epoch) in which the client had the entry: live, behind and polling together. */
  readonly delivery: ReadonlyMap<number, Histogram>
  /** Connected clients by moment (epoch ms). */
  readonly connected: readonly (readonly [at: number, clients: number])[]
  /** p99 of how late the measuring process itself was, in milliseconds. */
  readonly lag: number
}

export interface Recorder {
  record(series: SeriesName, milliseconds: number): void
  /** One more or one fewer client has a connection. */
  connect(change: 1 | -1): void
  /** Forgets what was measured: what went before was preparation. */
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

/** The recordings of several processes as one; `connected` adds up what each had last said by then. */
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
    // Until everybody has been heard there is no sum.
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
