import type { Logger } from 'pino'
import { type TrailEvent, type TrailKind, unknownAccount } from '#domain/trail/trail-line.ts'
import type { Clock } from '#lib/ports.ts'
import { cleanLine } from '#lib/text.ts'
import { isoTime } from '#lib/time.ts'
import { createFailureLog } from '../failure-log.ts'
import { repeatWithoutOverlap } from '../repeat.ts'
import { createRepeats } from './repeats.ts'

/** How long a refusal waits for its batch at most: what a crash may lose (TRL-3). */
const batchMilliseconds = 1000
const mostInBatch = 500
/** Lines that wait for the database; further refusals are only counted. */
const mostWaiting = 5000
const longestAgent = 160
const longestDetail = 200

/** Whose request it was, as far as a token of the hall or a login says so. */
export type Who = Pick<TrailEvent, 'login' | 'account' | 'role' | 'unit'>

/** Where it came from: the address as the server trusts it, and the client's name for itself. */
export type From = Pick<TrailEvent, 'address' | 'agent'>

export interface Happened {
  readonly kind: TrailKind
  readonly who: Who
  readonly from: From
  readonly what: string
  readonly section?: string | null
  readonly code?: string | null
  readonly detail?: string
}

export interface Trail {
  /** Keeps a refusal for the next batch. Never fails and never waits. */
  note(happened: Happened): void
  /** Writes a line, after those that wait; resolves once it is on disk. */
  write(...happened: Happened[]): Promise<void>
  /** Writes what waits and what was counted. */
  stop(): Promise<void>
}

export const nobody: Who = { login: null, account: unknownAccount, role: null, unit: null }
/** The hall itself. */
export const hallItself: Who = { login: null, account: 'system', role: 'system', unit: null }
export const nowhere: From = { address: '', agent: '' }

interface Parts {
  /** Appends events to the chain; one that failed is called again, beginning with the same events. */
  append(events: readonly TrailEvent[]): Promise<void>
  readonly clock: Clock
  readonly logger: Logger
}

/** The security trail of this node (TRL-1 to TRL-4). */
export function createTrail({ append, clock, logger }: Parts): Trail & { waiting(): number } {
  const waiting: TrailEvent[] = []
  const repeats = createRepeats(clock)
  const failures = createFailureLog(logger, clock)
  let writing: Promise<void> | null = null
  let onlyCounted = 0

  function note(happened: Happened): void {
    const line = repeats.take(eventOf(happened, clock()))
    if (line) wait(line)
  }

  function wait(line: TrailEvent): void {
    if (waiting.length < mostWaiting) waiting.push(line)
    else onlyCounted += line.count
  }

  function waitForDue(all = false): void {
    for (const line of repeats.due(all)) wait(line)
    if (onlyCounted === 0 || waiting.length >= mostWaiting) return
    const lost = eventOf({ kind: 'only-counted', who: nobody, from: nowhere, what: '' }, clock())
    waiting.push({ ...lost, count: onlyCounted })
    onlyCounted = 0
  }

  /** Writes everything that waits. After a failure it waits on, in the same order. */
  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = null
    })
    return writing
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostInBatch)
      await append(batch)
      waiting.splice(0, batch.length)
    }
  }

  const flushOrReport = () =>
    flush().catch((error: unknown) => failures.report('lines of the trail could not be written', error))

  const stopBatches = repeatWithoutOverlap(batchMilliseconds, () => {
    waitForDue()
    return flushOrReport()
  })

  return {
    note,
    /** Lines that wait for the database. */
    waiting: () => waiting.length,
    async write(...happened) {
      waiting.push(...happened.map((one) => eventOf(one, clock())))
      // A batch under way may not have these.
      await writing?.catch(() => {})
      await flush()
    },
    async stop() {
      stopBatches()
      waitForDue(true)
      await writing?.catch(() => {})
      await flushOrReport()
    },
  }
}

/** A detail as a line has it. */
export function detailText(text: string): string {
  return cleanLine(text).slice(0, longestDetail)
}

/** What happened as the trail has it, at this time in epoch ms. */
export function eventOf({ kind, who, from, what, section, code, detail }: Happened, now: number): TrailEvent {
  return {
    at: isoTime(now),
    kind,
    ...who,
    address: from.address,
    agent: cleanLine(from.agent).slice(0, longestAgent),
    section: section ?? null,
    what,
    code: code ?? null,
    detail: detailText(detail ?? ''),
    count: 1,
  }
}
