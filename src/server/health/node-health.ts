import { statfs } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Clock } from '#lib/ports.ts'
import { isoTime } from '#lib/time.ts'
import { version } from '#lib/version.ts'
import { clockStanding } from '../clock/clock-gate.ts'
import type { HallClock } from '../clock/hall-clock.ts'
import { withTimeout } from '../timeout.ts'
import { type Replica, readReplica } from './replica.ts'

/** What an operator has to know of a node (HEA-2); figures that cannot be had are null. */
export interface NodeHealth {
  /** `unavailable`: the database does not answer; `clock-off`: see DBC-3. */
  readonly status: 'ok' | 'clock-off' | 'unavailable'
  /** Whether a load balancer may send anybody here. */
  readonly takesCommands: boolean
  readonly version: string
  readonly time: string
  readonly clock: {
    readonly standing: ReturnType<typeof clockStanding>
    readonly aheadMilliseconds: number
    /** The most that the hall's time is off by; null where it is uncertain. */
    readonly boundMilliseconds: number | null
  }
  readonly database: {
    /** How long it took to answer; null: it did not. */
    readonly milliseconds: number | null
    readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number }
    /** Null where the database is the only one. */
    readonly replica: Replica | null
  }
  /** Of the disk with the files. */
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number } | null
  readonly queues: Readonly<Record<QueueName, number | null>>
  readonly sockets: number
  /** What the operator should change; `key-beside-data`: the wrapping key lies in the data folder (KEY-9). */
  readonly warnings: readonly 'key-beside-data'[]
}

export const queueNames = ['bidFiles', 'reports', 'trail', 'results'] as const
export type QueueName = (typeof queueNames)[number]

export interface HealthParts {
  readonly pool: Pool
  readonly databaseUrl: string
  readonly clock: Clock
  readonly hallClock: HallClock
  /** Of the files. */
  readonly folder: string
  readonly queues: Readonly<Record<Exclude<QueueName, 'results'>, () => number>>
  /** Open connections of Socket.IO. */
  sockets(): number
  readonly isKeyBesideData: boolean
}

/** An operator must be told that the database is away while it is. */
const answerMilliseconds = 2000

/** Reads the node's health; never fails. */
export async function readHealth(parts: HealthParts): Promise<NodeHealth> {
  const { pool, clock, hallClock, folder, queues, sockets } = parts
  const began = performance.now()
  const known = await withTimeout(askDatabase(parts), answerMilliseconds).catch(() => null)
  const milliseconds = known ? performance.now() - began : null
  const standing = clockStanding(hallClock)
  const bound = hallClock.bound()
  const { totalCount: open, idleCount: idle, waitingCount: waiting } = pool
  return {
    status: known ? (standing === 'right' ? 'ok' : 'clock-off') : 'unavailable',
    takesCommands: known !== null && standing !== 'far off',
    version,
    time: isoTime(clock()),
    clock: {
      standing,
      aheadMilliseconds: hallClock.machineAhead(),
      boundMilliseconds: Number.isFinite(bound) ? bound : null,
    },
    database: { milliseconds, connections: { open, idle, waiting }, replica: known?.replica ?? null },
    disk: await statfs(folder).then(
      ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, sizeBytes: blocks * bsize }),
      () => null,
    ),
    queues: {
      bidFiles: queues.bidFiles(),
      reports: queues.reports(),
      trail: queues.trail(),
      results: known?.results ?? null,
    },
    sockets: sockets(),
    warnings: parts.isKeyBesideData ? ['key-beside-data'] : [],
  }
}

async function askDatabase({ pool, databaseUrl }: HealthParts) {
  const { rows } = await pool.query<{ results: number }>(
    'select count(*)::int as results from outbox where sent_at is null',
  )
  return { results: rows[0]?.results ?? 0, replica: await readReplica(pool, databaseUrl) }
}
