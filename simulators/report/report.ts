import { availableParallelism, totalmem } from 'node:os'
import { type Percentiles, percentiles } from '../load/histogram.ts'
import type { ProcessMeter, ProcessSample } from '../load/process-meter.ts'
import { type Lateness, type Recording, type SeriesName, seriesNames } from '../load/recorder.ts'

/** The results of a scenario. Times are milliseconds unless a name says otherwise, moments epoch milliseconds. */
export interface Report {
  readonly scenario: string
  readonly bidders: number
  /** Decides the network's faults. */
  readonly seed: number
  readonly startedAt: string
  /** Duration of the measured part. */
  readonly seconds: number
  readonly machine: { readonly cores: number; readonly memoryMb: number; readonly system: string }
  /** See `seriesNames` for what each measures. */
  readonly series: Partial<Readonly<Record<SeriesName, Percentiles>>>
  /** The scenario's own figures. */
  readonly figures: Readonly<Record<string, number>>
  /** All nodes together; null for a server that ran already and on systems without /proc. */
  readonly server: ServerUse | null
  /** The greatest p99 of the event loop delay among the processes of the clients. */
  readonly measuringLag: number
  /** How late the clients' own processes were; deliveries that they measured while they were late are left out. */
  readonly lateness: readonly Lateness[]
  /** What the bidders' own processes measured while they were on time; empty without a measuring process. */
  readonly ownSeries: Partial<Readonly<Record<SeriesName, Percentiles>>>
  readonly mismatches: number
  readonly failures: number
  /** What failed first, or else differs, in one line; null when nothing did. */
  readonly cause: string | null
  /** One plain sentence for each mismatch and failure. */
  readonly problems: readonly string[]
  /** Explanations of the figures. */
  readonly notes: readonly string[]
  readonly timelines: {
    readonly delivery: readonly { readonly at: number; readonly p50: number; readonly p99: number }[]
    readonly connected: readonly (readonly [at: number, clients: number])[]
    readonly server: readonly ProcessSample[]
    /** Moments worth seeing in the plots. */
    readonly marks: readonly Mark[]
  }
}

export interface ServerUse {
  readonly cpuSeconds: number
  readonly peakCpuPercent: number
  readonly peakMemoryMb: number
}

export interface Mark {
  readonly at: number
  readonly label: string
}

/** What a scenario provides for its report. */
export interface Findings {
  readonly scenario: string
  readonly bidders: number
  readonly seed: number
  readonly startedAt: number
  readonly seconds: number
  readonly recording: Recording
  /** What the bidders' own processes measured, where others measure the server. */
  readonly own?: Recording | null
  readonly meter: ProcessMeter
  readonly figures?: Readonly<Record<string, number>>
  readonly mismatches: readonly string[]
  /** The first that happened comes first. */
  readonly failures: readonly string[]
  readonly notes: readonly string[]
  readonly marks?: readonly Mark[]
}

export function reportOf(findings: Findings): Report {
  const { recording, meter, mismatches, failures, figures = {}, marks = [] } = findings
  const { scenario, bidders, seed, notes, startedAt, seconds } = findings
  return {
    ...{ scenario, bidders, seed, notes },
    startedAt: new Date(startedAt).toISOString(),
    seconds: rounded(seconds),
    machine: {
      cores: availableParallelism(),
      memoryMb: Math.round(totalmem() / 1e6),
      system: `${process.platform}, Node ${process.versions.node}`,
    },
    series: seriesIn(recording),
    ownSeries: findings.own ? seriesIn(findings.own) : {},
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)])),
    server: serverUse(meter),
    measuringLag: rounded(Math.max(0, ...recording.lateness.map(({ p99 }) => p99))),
    lateness: recording.lateness.map((one) => ({
      ...one,
      p99: rounded(one.p99),
      longest: rounded(one.longest),
    })),
    mismatches: mismatches.length,
    failures: failures.length,
    cause: oneLine(failures[0] ?? mismatches[0] ?? null),
    problems: [...counted(mismatches), ...counted(failures)],
    timelines: {
      delivery: [...recording.delivery].flatMap(([second, histogram]) => {
        const found = percentiles(histogram)
        return found ? [{ at: second * 1000 + 500, p50: found.p50, p99: found.p99 }] : []
      }),
      connected: recording.connected,
      server: meter.samples(),
      marks,
    },
  }
}

function seriesIn(recording: Recording): Report['series'] {
  const found = seriesNames.flatMap((name) => {
    const times = percentiles(recording.series.get(name) ?? new Map())
    return times ? [[name, times] as const] : []
  })
  return Object.fromEntries(found)
}

function oneLine(text: string | null): string | null {
  return text === null ? null : text.replace(/\s+/g, ' ')
}

/** The report without its plots' data, for one line of JSON. */
export function headlineOf({ timelines: _timelines, ...headline }: Report): object {
  return headline
}

/** The report as text. */
export function reportText(report: Report): string {
  const { scenario, bidders, series, ownSeries, figures, server, lateness, mismatches, failures } = report
  return [
    `${scenario}, ${bidders} bidders: ${mismatches} mismatches, ${failures} failures, ${report.seconds} s`,
    ...timesOf(series, ''),
    ...timesOf(ownSeries, 'by bidders on time, '),
    ...Object.entries(figures).map(([name, value]) => `${name}: ${value}`),
    server
      ? `server: ${server.cpuSeconds} s of CPU (peak ${server.peakCpuPercent} % of a core), ` +
        `peak memory ${server.peakMemoryMb} MB`
      : 'server: not measured',
    ...lateness.map(
      ({ process: name, p99, longest, measured, leftOut }) =>
        `its own clients (${name}) were late by ${ms(p99)} ms (p99), at most ${ms(longest)} ms; ` +
        `left out ${leftOut} of ${measured} measurements`,
    ),
    ...report.notes,
    ...report.problems,
  ].join('\n')
}

function timesOf(series: Report['series'], whose: string): string[] {
  return Object.entries(series).map(
    ([name, { count, p50, p95, p99, max }]) =>
      `${whose}${name}: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms, p99 ${ms(p99)} ms, longest ${ms(max)} ms, of ${count}`,
  )
}

function ms(value: number): string {
  return value < 100 ? value.toFixed(1) : value.toFixed(0)
}

function serverUse(meter: ProcessMeter): ServerUse | null {
  const cpuSeconds = meter.cpuSeconds()
  const peakMemoryMb = meter.peakMemoryMb()
  if (cpuSeconds === null || peakMemoryMb === null) return null
  const peakCpuPercent = meter.samples().reduce((most, { cpuPercent }) => Math.max(most, cpuPercent), 0)
  return { cpuSeconds, peakCpuPercent, peakMemoryMb }
}

/** Each problem once, with its number of occurrences. */
function counted(problems: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const problem of problems) times.set(problem, (times.get(problem) ?? 0) + 1)
  return [...times].map(([problem, count]) => (count === 1 ? problem : `${count} times: ${problem}`))
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
