import { availableParallelism, totalmem } from 'node:os'
import { type Percentiles, percentiles } from '../load/histogram.ts'
import type { ProcessMeter, ProcessSample } from '../load/process-meter.ts'
import { type Recording, type SeriesName, seriesNames } from '../load/recorder.ts'

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
  /** p99 of the event loop delay of the client processes; measured times may be too long by this much. */
  readonly measuringLag: number
  readonly mismatches: number
  readonly failures: number
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
  readonly meter: ProcessMeter
  readonly figures?: Readonly<Record<string, number>>
  readonly mismatches: readonly string[]
  readonly failures: readonly string[]
  readonly notes: readonly string[]
  readonly marks?: readonly Mark[]
}

export function reportOf(findings: Findings): Report {
  const { recording, meter, mismatches, failures, figures = {}, marks = [] } = findings
  const { scenario, bidders, seed, notes, startedAt, seconds } = findings
  const series = seriesNames.flatMap((name) => {
    const found = percentiles(recording.series.get(name) ?? new Map())
    return found ? [[name, found] as const] : []
  })
  return {
    ...{ scenario, bidders, seed, notes },
    startedAt: new Date(startedAt).toISOString(),
    seconds: rounded(seconds),
    machine: {
      cores: availableParallelism(),
      memoryMb: Math.round(totalmem() / 1e6),
      system: `${process.platform}, Node ${process.versions.node}`,
    },
    series: Object.fromEntries(series),
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)])),
    server: serverUse(meter),
    measuringLag: rounded(recording.lag),
    mismatches: mismatches.length,
    failures: failures.length,
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

/** The report without its plots' data, for one line of JSON. */
export function headlineOf({ timelines: _timelines, ...headline }: Report): object {
  return headline
}

/** The report as text. */
export function reportText(report: Report): string {
  const { scenario, bidders, series, figures, server, measuringLag, mismatches, failures } = report
  const ms = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0))
  return [
    `${scenario}, ${bidders} bidders: ${mismatches} mismatches, ${failures} failures, ${report.seconds} s`,
    ...Object.entries(series).map(
      ([name, { count, p50, p95, p99, max }]) =>
        `${name}: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms, p99 ${ms(p99)} ms, longest ${ms(max)} ms, of ${count}`,
    ),
    ...Object.entries(figures).map(([name, value]) => `${name}: ${value}`),
    server
      ? `server: ${server.cpuSeconds} s of CPU (peak ${server.peakCpuPercent} % of a core), ` +
        `peak memory ${server.peakMemoryMb} MB`
      : 'server: not measured',
    `event loop delay of the clients: ${ms(measuringLag)} ms (p99)`,
    ...report.notes,
    ...report.problems,
  ].join('\n')
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
