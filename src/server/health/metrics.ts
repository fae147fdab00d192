import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type NodeHealth, queueNames } from './node-health.ts'

/** A figure in Prometheus' text form: one line for each sample. */
interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  readonly samples: readonly Sample[]
}

interface Sample {
  readonly value: number | null
  readonly labels?: Readonly<Record<string, string>>
}

/** What is counted between two looks. */
export interface Counts {
  /** Answered requests, by the first digit of their status. */
  readonly answers: ReadonlyMap<string, number>
  /** Callers and addresses that are remembered for their limits. */
  readonly budgets: number
}

const loopDelay = monitorEventLoopDelay({ resolution: 20 })

/** Starts measuring how late the process is; stops with the returned function. */
export function measureLoop(): () => void {
  loopDelay.enable()
  return () => void loopDelay.disable()
}

/** Health and process of a node in Prometheus' text form, version 0.0.4; figures that cannot be had are left out. */
export function metricsText(health: NodeHealth, counts: Counts): string {
  const metrics = [...hallMetrics(health, counts), ...processMetrics()]
  return metrics.map(textOf).join('')
}

function hallMetrics(health: NodeHealth, { answers, budgets }: Counts): Metric[] {
  const { clock, database, disk, queues } = health
  const { open, idle, waiting } = database.connections
  const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1000)
  return [
    gauge('kaibiao_info', 'Always 1; the label has the version.', [
      { value: 1, labels: { version: health.version } },
    ]),
    gauge('kaibiao_takes_commands', 'Whether this node takes commands.', Number(health.takesCommands)),
    gauge(
      'kaibiao_clock_ahead_seconds',
      'How much the clock of the machine is ahead of the database.',
      seconds(clock.aheadMilliseconds),
    ),
    gauge(
      'kaibiao_clock_bound_seconds',
      'The most that the time of the hall is off by.',
      seconds(clock.boundMilliseconds),
    ),
    gauge('kaibiao_database_up', 'Whether the database answers.', Number(database.milliseconds !== null)),
    gauge(
      'kaibiao_database_seconds',
      'How long the database took to answer.',
      seconds(database.milliseconds),
    ),
    gauge(
      'kaibiao_database_connections',
      'Connections of the pool for commands; waiting: who waits for one.',
      [
        { value: open - idle, labels: { state: 'used' } },
        { value: idle, labels: { state: 'idle' } },
        { value: waiting, labels: { state: 'waiting' } },
      ],
    ),
    gauge('kaibiao_standbys', 'Connected standbys of the database.', database.replica?.standbys ?? null),
    gauge(
      'kaibiao_replica_lag_bytes',
      'How far the last standby is behind.',
      database.replica?.lagBytes ?? null,
    ),
    gauge(
      'kaibiao_replica_lag_seconds',
      'How far the last standby is behind.',
      database.replica?.lagSeconds ?? null,
    ),
    gauge('kaibiao_files_free_bytes', 'Free space for files.', disk?.freeBytes ?? null),
    gauge('kaibiao_files_size_bytes', 'Size of the disk with the files.', disk?.sizeBytes ?? null),
    gauge(
      'kaibiao_queue_length',
      'What waits: bid files to open, reports to make, lines of the trail, results for the platform.',
      queueNames.map((queue) => ({ value: queues[queue], labels: { queue } })),
    ),
    gauge('kaibiao_sockets', 'Open connections of Socket.IO.', health.sockets),
    gauge('kaibiao_limited_callers', 'Logins, accounts and addresses that are counted for limits.', budgets),
    {
      ...{ name: 'kaibiao_answers_total', help: 'Answered requests by class of status.', type: 'counter' },
      samples: [...answers].map(([status, value]) => ({ value, labels: { status: `${status}xx` } })),
    },
  ]
}

function processMetrics(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Used heap.', heapUsed),
    gauge('nodejs_eventloop_lag_p99_seconds', 'How late the event loop is.', loopDelay.percentile(99) / 1e9),
    gauge('process_start_time_seconds', 'When the process started.', Date.now() / 1000 - process.uptime()),
    gauge('process_open_fds', 'Open file descriptors.', openDescriptors()),
    {
      ...{ name: 'process_cpu_seconds_total', help: 'Used processor time.', type: 'counter' },
      samples: [{ value: (user + system) / 1e6 }],
    },
  ]
}

/** Null where the system does not say. */
function openDescriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

function gauge(name: string, help: string, of: number | null | readonly Sample[]): Metric {
  return { name, help, type: 'gauge', samples: typeof of === 'object' && of !== null ? of : [{ value: of }] }
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.flatMap(({ value, labels }) =>
    value === null ? [] : [`${name}${labels ? labelsText(labels) : ''} ${value}\n`],
  )
  return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
  return `{${Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)}}`
}
