import type { Logger } from 'pino'
import { applyEntry, type Entry } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import type { Rules } from '#domain/session/variant-rules.ts'
import type { Clock } from '#lib/ports.ts'
import type { SessionResult } from '#protocol/session-result.ts'
import type { Database } from '../db/database.ts'
import { failureCode } from '../failure.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { RecordSealer } from '../reports/seal-record.ts'
import type { HallKey } from './hall-key.ts'
import { resultOf } from './session-result.ts'
import { signedPost } from './signed-post.ts'

/*
 * Results on their way to the trading platform.
 * 1. Every entry that is a result becomes one row, whichever node appended it and whichever nodes were down.
 * 2. A row is sent until the platform accepts it, always under the same id with the same body.
 * 3. A result whose record was signed is sent once the record is sealed, and names the sealed record too; it is sealed
 *    for the result where that was missed, for example because the server was killed meanwhile.
 * 4. One node at a time tries a row: before sending, it postpones the row's next attempt. If it dies meanwhile, the row is tried
 *    again later.
 */

export interface OutboxParts {
  readonly database: Database
  readonly log: SessionLogReader
  readonly recordSealer: Pick<RecordSealer, 'sealed'>
  /** Of the hall's region. */
  readonly rules: Rules
  readonly key: HallKey
  readonly hallName: string
  /** Where results are sent; with null they wait. */
  readonly url: string | null
  readonly clock: Clock
  readonly logger: Logger
  readonly fetch: typeof fetch
}

/** How often due rows are looked for, and how often the whole log is searched for missed results. */
const lookMilliseconds = 1000
const searchMilliseconds = 60_000
/** Longer than an attempt takes, so that no other node tries meanwhile; one that seals a long record may, and sends the same. */
const leaseMilliseconds = 60_000
const firstPauseMilliseconds = 2000
const longestPauseMilliseconds = 3_600_000
const pageSize = 500

interface Due {
  readonly id: string
  readonly session_id: string
  readonly seq: number
  readonly attempts: number
}

/** Milliseconds until the next attempt, after so many failures: 2 s, 4 s, 8 s, at most an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPauseMilliseconds * 2 ** (attempts - 1), longestPauseMilliseconds)
}

/** Collects results from the log and delivers them, as long as there is an address for them. */
export function createOutbox(parts: OutboxParts) {
  const { log, url, clock, logger } = parts
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let searchedAt = Number.NEGATIVE_INFINITY
  let work = Promise.resolve()
  const appended = new Set<string>()
  const unsubscribe = log.onAppended((sessionId) => {
    if (url !== null) appended.add(sessionId)
  })

  async function deliverDue(url: string): Promise<void> {
    const sessions = [...appended]
    appended.clear()
    if (clock() - searchedAt >= searchMilliseconds) {
      await collect(parts, null)
      searchedAt = clock()
    } else if (sessions.length > 0) await collect(parts, sessions)
    for (let due = await claim(parts); due; due = stopped ? null : await claim(parts)) {
      await deliver(parts, url, due)
    }
  }

  function schedule(): void {
    if (stopped || url === null) return
    timer = setTimeout(() => {
      work = deliverDue(url)
        .catch((error: unknown) => logger.error({ err: error }, 'the outbox failed'))
        .finally(schedule)
    }, lookMilliseconds)
  }

  return {
    start: schedule,
    async stop(): Promise<void> {
      stopped = true
      unsubscribe()
      clearTimeout(timer)
      await work
    },
  }
}

/** Inserts rows for the results of these sessions; of all sessions where null. */
async function collect({ database, clock }: OutboxParts, sessions: readonly string[] | null): Promise<void> {
  await database.pool.query(
    `insert into outbox (session_id, seq, next_at)
     select session_id, seq, $1 from entry
     where type in ('EnvelopeEnded', 'OpeningEnded', 'LotStatusChanged', 'FailureDecided')
       and (type <> 'LotStatusChanged' or payload ->> 'lot' = 'failed')
       and (type <> 'FailureDecided' or payload ->> 'approved' = 'true')
       and ($2::uuid[] is null or session_id = any ($2))
       and not exists (select from outbox where outbox.session_id = entry.session_id and outbox.seq = entry.seq)
     on conflict do nothing`,
    [new Date(clock()), sessions],
  )
}

/** The next row that is due, put off for the other nodes. */
async function claim({ database, clock }: OutboxParts): Promise<Due | null> {
  const { rows } = await database.pool.query<Due>(
    `update outbox set attempts = attempts + 1, next_at = $2
     where (session_id, seq) = (
       select session_id, seq from outbox where sent_at is null and next_at <= $1
       order by next_at limit 1 for update skip locked)
     returning id, session_id, seq, attempts`,
    [new Date(clock()), new Date(clock() + leaseMilliseconds)],
  )
  return rows[0] ?? null
}

/** Why an attempt failed: a code for the opener, and for the log the error. */
interface Failure {
  readonly problem: string
  readonly err?: unknown
}

async function deliver(parts: OutboxParts, url: string, due: Due): Promise<void> {
  const { database, clock, logger } = parts
  const failure: Failure | null = await send(parts, url, due).catch((error: unknown) => ({
    problem: codeOf(error),
    err: error,
  }))
  if (failure === null) {
    const sentAt = new Date(clock())
    await database.pool.query('update outbox set sent_at = $2, problem = null where id = $1', [
      due.id,
      sentAt,
    ])
    return
  }
  const nextAt = new Date(clock() + pauseAfter(due.attempts))
  logger.warn({ result: due.id, attempts: due.attempts, ...failure, nextAt }, 'a result could not be sent')
  const values = [due.id, nextAt, failure.problem]
  await database.pool.query('update outbox set next_at = $2, problem = $3 where id = $1', values)
}

/** Null once the platform has accepted it, else why not. */
async function send(parts: OutboxParts, url: string, due: Due): Promise<Failure | null> {
  const body = JSON.stringify(await readResult(parts, due))
  const answer = await signedPost(parts, url, body, due.id)
  await answer.body?.cancel()
  return answer.ok ? null : { problem: `answered ${answer.status}` }
}

/**
 * The result of a row, folded from the log up to its entry, with the sealed record, of which there is one: so that every
 * attempt sends the same.
 */
export async function readResult(
  { log, rules, recordSealer }: Pick<OutboxParts, 'log' | 'rules' | 'recordSealer'>,
  { id, session_id, seq }: Omit<Due, 'attempts'>,
): Promise<SessionResult> {
  const unredactedState = initial()
  let last: Entry | null = null
  while (unredactedState.seq < seq) {
    const after = unredactedState.seq
    const page = await log.read(session_id, after, Math.min(pageSize, seq - after))
    if (!page || page.entries.length === 0) throw new Error(`entry ${seq} cannot be read`)
    for (const entry of page.entries) {
      applyEntry(unredactedState, entry)
      last = entry
    }
  }
  const sealed = await recordSealer.sealed(session_id, unredactedState.stage.number)
  const result = last && resultOf(id, session_id, last, unredactedState, { rules, sealed })
  if (!result) throw new Error(`entry ${seq} is no result`)
  return result
}

/**
 * A failed attempt's code: of the connection, which `fetch` gives in the error's cause, else of the hall. What an error
 * says may have values of the section in it; it is for the log, which leaves them out.
 */
function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'ETIMEDOUT'
  const { code } = ((error instanceof TypeError && error.cause) || {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,60}$/.test(code) ? code : failureCode(error)
}

/** How far a section's results have come, the oldest first. */
export async function deliveriesOf({ pool }: Pick<Database, 'pool'>, sessionId: string): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `select seq, attempts, next_at as "nextAt", sent_at as "sentAt", problem
     from outbox where session_id = $1 order by seq`,
    [sessionId],
  )
  return rows
}

/** A result on its way to the platform. */
export interface Delivery {
  readonly seq: number
  readonly attempts: number
  readonly nextAt: Date
  readonly sentAt: Date | null
  /** Why the last attempt failed: the status that was answered, or a code. */
  readonly problem: string | null
}
