import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import type { RandomHex } from '#domain/log/entry.ts'
import type { Clock } from '#lib/ports.ts'
import { err } from '#lib/result.ts'
import { WrongClockError } from '../clock/wrong-clock.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Answer, type BatchPlan, commandKey, type FirstResult, type Fold, planBatch } from './batch.ts'
import type { CachedSessions } from './cached-sessions.ts'
import { lockSession, type Queryable, selectCommands, selectEntries } from './rows.ts'
import { type CachedSession, fromTail } from './session-cache.ts'
import type { AppendRequest } from './session-log.ts'
import type { SessionWork, WriteCallback } from './session-queues.ts'
import { type EncryptedPlan, encryptPlan, type SessionWrite } from './session-write.ts'
import { type RowTypes, tolerated, writePlans } from './write-plans.ts'
import { createWriter } from './writer.ts'

/** First results of commands that were appended before. */
type Results = ReadonlyMap<string, FirstResult>
const nothing: Results = new Map()

interface Parts {
  readonly pool: Pool
  readonly rowTypes: RowTypes
  readonly random: RandomHex
  /** The database's time as this node knows it. */
  readonly now: Clock
  /** Reads the database's clock. */
  readClock(db: Queryable): Promise<void>
  readonly sessions: CachedSessions
  /** Called after entries of this node are committed. */
  onCommitted(sessionId: string, seq: number): void
}

type AppendWork = SessionWork<AppendRequest, Answer, CachedSession, EncryptedPlan>

/** How a session's queue decides and writes its requests. */
export function createAppender(parts: Parts): Pick<AppendWork, 'plan' | 'write' | 'append'> {
  const { pool, sessions, readClock } = parts
  const commit = createCommit(parts)

  function plan(
    id: string,
    requests: readonly AppendRequest[],
    before: BatchPlan | null,
  ): EncryptedPlan | null {
    const session = sessions.get(id)
    if (!session) return null
    return planFor(parts, session, before?.fold ?? session.fold, requests, nothing)
  }

  /** Without locking the session; not written when the session has advanced since. */
  function write(id: string, plans: SessionWrite['plans'], done: WriteCallback): void {
    const session = sessions.peek(id)
    // A refusal may rest on a stale state.
    const isCurrent =
      plans[0].base === session?.fold && plans.every(({ answers }) => answers.every(isAccepted))
    if (!session || !isCurrent) {
      done(null, false)
      return
    }
    commit(session, session.fold, plans, (error, written) => {
      if (error instanceof WrongClockError) void clockRead(done)
      else done(error, written)
    })
  }

  /** Then `append` decides again. */
  const clockRead = (done: WriteCallback) =>
    readClock(pool).then(
      () => done(null, false),
      (failed: unknown) => done(failed, false),
    )

  /**
   * Decides again on the newest state: after a conflict, after a refusal, when the session was not read before, or when
   * the database's clock has passed a limit or was not what this node thought.
   */
  async function append(id: string, requests: readonly AppendRequest[]): Promise<readonly Answer[]> {
    const session = sessions.get(id) ?? (await sessions.load(id))
    if (!session) return requests.map(() => err({ code: 'not-published', params: {} }))
    // State first, then commands: a command whose entries are folded is among those found.
    await sessions.catchUp(session, null)
    const known = await firstResults(pool, session, requests)
    const decideAgain = () => planFor(parts, session, session.fold, requests, known)
    let plan = decideAgain()
    if (plan.doubtful) {
      await readClock(pool)
      plan = decideAgain()
    }
    if (plan.commands.length === 0 || (await commitAgain(session, plan))) return plan.answers
    return appendLocked(parts, session, requests)
  }

  function commitAgain(session: CachedSession, plan: EncryptedPlan): Promise<boolean> {
    return new Promise((resolve, reject) =>
      commit(session, session.fold, [plan], (error, written) =>
        error && !(error instanceof WrongClockError) ? reject(error) : resolve(written),
      ),
    )
  }

  return { plan, write, append }
}

function planFor(
  { random, now }: Parts,
  { encrypt, digest, row }: CachedSession,
  base: Fold,
  requests: readonly AppendRequest[],
  known: Results,
): EncryptedPlan {
  const decidedBy = { now: now(), at: performance.now() }
  const plan = planBatch(base, requests, known, { random, digest })
  return encryptPlan({ encrypt, logMarks: row.marks }, plan, decidedBy)
}

/** Writes plans together with other sessions' and, once they are committed, moves the session's fold on. */
function createCommit(parts: Parts) {
  const writer = createWriter(parts.pool, parts.rowTypes, parts.now)
  return (session: CachedSession, base: Fold, plans: SessionWrite['plans'], done: WriteCallback): void => {
    const asked = performance.now()
    writer({ session: session.row, plans }, (error, written) => {
      let failure = error
      try {
        if (written) committed(parts, session, base, plans, asked)
      } catch (thrown) {
        failure = thrown
      }
      done(failure, written)
    })
  }
}

/**
 * Decides and writes while every other writer of the session is locked out, by a reading of the database's clock within
 * the transaction.
 */
async function appendLocked(
  parts: Parts,
  session: CachedSession,
  requests: readonly AppendRequest[],
): Promise<readonly Answer[]> {
  const { pool, rowTypes, sessions, now, readClock } = parts
  const { base, plan, asked } = await inTransaction(pool, async (client) => {
    await lockSession(client, session.row.id)
    const asked = performance.now()
    // Everything read here is committed: no other node writes while the session is locked, and this one has not yet.
    await sessions.catchUp(session, client)
    const base = session.fold
    const known = await firstResults(client, session, requests)
    await readClock(client)
    const plan = planFor(parts, session, base, requests, known)
    const write: SessionWrite = { session: session.row, plans: [plan] }
    if (
      plan.commands.length > 0 &&
      (await writePlans(client, rowTypes, [write], tolerated(now()))).size > 0
    ) {
      throw new Error('the session changed while it was locked')
    }
    return { base, plan, asked }
  })
  committed(parts, session, base, [plan], asked)
  return plan.answers
}

function committed(
  { sessions, onCommitted }: Parts,
  session: CachedSession,
  base: Fold,
  plans: SessionWrite['plans'],
  asked: number,
): void {
  if (session.fold !== base) throw new Error('a session was folded in two places at once')
  session.verifiedAt = asked
  for (const { fold, entries } of plans) sessions.advance(session, fold, entries)
  const { fold } = session
  if (fold.head !== base.head) onCommitted(session.row.id, fold.head)
}

async function firstResults(
  db: Queryable,
  session: CachedSession,
  requests: readonly AppendRequest[],
): Promise<Results> {
  const asked = requests.map(({ actor, commandId }) => ({ actor: actor.id, commandId }))
  const known = new Map<string, FirstResult>()
  for (const { actor, commandId, firstSeq, lastSeq, digest } of await selectCommands(
    db,
    session.row.id,
    asked,
  )) {
    const count = lastSeq - firstSeq + 1
    const entries =
      count === 0
        ? []
        : (fromTail(session, firstSeq - 1, count) ??
          (await selectEntries(db, session.row, firstSeq - 1, count)))
    const appended = { repeated: true, firstSeq, lastSeq, entries }
    known.set(commandKey(actor, commandId), { appended, digest })
  }
  return known
}

function isAccepted(answer: Answer): boolean {
  return 'ok' in answer && answer.ok
}
