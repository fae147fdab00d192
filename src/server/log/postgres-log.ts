import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { PoolClient } from 'pg'
import { type Entry, genesisHash } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import type { Random } from '#lib/ports.ts'
import { err } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import type { Database } from '../db/database.ts'
import { type Answer, checkCommandId, commandKey, type Fold, foldOn, type Plan, planBatch } from './batch.ts'
import type { Appended, AppendRequest, AppendResult, SessionLog, Snapshot } from './log.ts'
import { openNotices } from './notices.ts'
import { createLock } from './private-fields.ts'
import { poolRandom } from './random-pool.ts'
import {
  insertSession,
  lockSession,
  type Queryable,
  selectCommands,
  selectEntries,
  selectSession,
} from './rows.ts'
import { sealIdentityOf, sealKeyOf } from './seal-keys.ts'
import {
  type CachedSession,
  type CacheLimits,
  createSessionCache,
  fromTail,
  usualLimits,
} from './session-cache.ts'
import { createWorkers, type Written } from './workers.ts'
import { type LockedPlan, lockPlan, selectRowTypes, type Write, writePlans } from './write-plans.ts'
import { createWriter } from './writer.ts'

/*
 * The log in PostgreSQL. Each node works on a session in one place at a time (`workers.ts`) and keeps its fold:
 * 1. The fold is only ever that of committed entries. A batch is decided on a copy, which takes its place after
 *    the commit.
 * 2. Usually one statement writes a batch, with other sessions' (`writer.ts`), on condition that the session's head is the one it was decided at.
 * 3. Where that does not hold (another node appended, a command is repeated or refused) what is missing is read and
 *    the batch decided again, in the end with the session locked: no answer rests on a stale state.
 */

/** `read` answers from memory for so long without asking whether other nodes appended (notices apart). */
const trustMilliseconds = 200
const pageLength = 2000
/** First results of commands that were done before. */
type Results = ReadonlyMap<string, Appended>
const nothing: Results = new Map()

export interface PostgresLogOptions {
  readonly random: Random
  readonly limits?: CacheLimits
}

/** Opens this node's log on a database that stays the caller's. */
export async function openPostgresLog(
  database: Database,
  { random: drawn, limits = usualLimits }: PostgresLogOptions,
): Promise<SessionLog> {
  const random = poolRandom(drawn)
  const { pool } = database
  const cache = createSessionCache(limits)
  const listeners = new Set<(sessionId: string, seq: number) => void>()
  const notices = await openNotices(database.url, randomUUID(), heard)
  const rowTypes = await selectRowTypes(pool)
  const writer = createWriter(pool, rowTypes)
  const workers = createWorkers<AppendRequest, Answer, CachedSession, LockedPlan>({
    refresh,
    plan,
    write,
    append,
  })

  function heard(sessionId: string, seq: number): void {
    const known = cache.peek(sessionId)
    if (known) known.noticed = Math.max(known.noticed, seq)
    for (const listener of listeners) listener(sessionId, seq)
  }

  /** The session with everything that is committed by now; null when there is none. */
  async function refresh(id: string): Promise<CachedSession | null> {
    const known = cache.get(id)
    if (!known) return load(id)
    if (await catchUp(pool, known)) heard(id, known.fold.head)
    return known
  }

  async function load(id: string): Promise<CachedSession | null> {
    const row = await selectSession(pool, id)
    if (!row) return null
    const fold = { head: 0, hash: genesisHash(id), state: initial() }
    const lock = createLock(row.privateKey, random)
    const session: CachedSession = { row, lock, fold, tail: [], verifiedAt: 0, noticed: 0 }
    await catchUp(pool, session)
    cache.put(session)
    return session
  }

  /** Folds what was appended elsewhere; whether there was any. */
  async function catchUp(db: Queryable, session: CachedSession): Promise<boolean> {
    const before = session.fold.head
    const asked = performance.now()
    let reading: Promise<Entry[]> | null = selectEntries(db, session.row, before, pageLength)
    while (reading) {
      const entries: Entry[] = await reading
      const last = entries.at(-1)
      // A long log's next page is on its way while this one is folded.
      const more = last && entries.length === pageLength
      reading = more ? selectEntries(db, session.row, last.seq, pageLength) : null
      cache.advance(session, foldOn(session.fold, entries), entries)
    }
    session.verifiedAt = asked
    return session.fold.head > before
  }

  function plan(id: string, requests: readonly AppendRequest[], before: Plan | null): LockedPlan | null {
    const session = cache.get(id)
    if (!session) return null
    return decide(session, before?.fold ?? session.fold, requests, nothing)
  }

  function decide(
    { lock }: CachedSession,
    base: Fold,
    requests: readonly AppendRequest[],
    known: Results,
  ): LockedPlan {
    return lockPlan(lock, planBatch(base, requests, known, random))
  }

  /** Without a lock; not done when the session went on meanwhile. */
  function write(id: string, plans: Write['plans'], done: Written): void {
    const session = cache.peek(id)
    // A refusal may rest on a stale state.
    const current = plans[0].base === session?.fold && plans.every(({ answers }) => answers.every(isAccepted))
    if (session && current) commit(session, session.fold, plans, done)
    else done(null, false)
  }

  function commit(session: CachedSession, base: Fold, plans: Write['plans'], done: Written): void {
    const asked = performance.now()
    writer({ session: session.row, plans }, (error, written) => {
      let failure = error
      try {
        if (written) committed(session, base, plans, asked)
      } catch (thrown) {
        failure = thrown
      }
      done(failure, written)
    })
  }

  /** Decides anew, on the newest state: whoever comes here was too late, was refused, or had not read the session. */
  async function append(id: string, requests: readonly AppendRequest[]): Promise<readonly Answer[]> {
    const session = cache.get(id) ?? (await load(id))
    if (!session) return requests.map(() => err({ code: 'not-published', params: {} }))
    // State first, then commands: a command whose entries are folded is among those found.
    if (await catchUp(pool, session)) heard(id, session.fold.head)
    const known = await firstResults(pool, session, requests)
    const plan = decide(session, session.fold, requests, known)
    if (plan.commands.length === 0 || (await writeAgain(session, plan))) return plan.answers
    return writeLocked(session, requests)
  }

  function writeAgain(session: CachedSession, plan: LockedPlan): Promise<boolean> {
    return new Promise((resolve, reject) =>
      commit(session, session.fold, [plan], (error, written) => (error ? reject(error) : resolve(written))),
    )
  }

  async function writeLocked(session: CachedSession, requests: readonly AppendRequest[]) {
    const { base, plan, asked } = await inTransaction(async (client) => {
      await lockSession(client, session.row.id)
      const asked = performance.now()
      // What is read here is committed: nobody else writes while the session is locked, and we have not yet.
      if (await catchUp(client, session)) heard(session.row.id, session.fold.head)
      const base = session.fold
      const plan = decide(session, base, requests, await firstResults(client, session, requests))
      const write: Write = { session: session.row, plans: [plan] }
      if (plan.commands.length > 0 && (await writePlans(client, rowTypes, [write])).size > 0) {
        throw new Error('the session changed while it was locked')
      }
      return { base, plan, asked }
    })
    committed(session, base, [plan], asked)
    return plan.answers
  }

  function committed(session: CachedSession, base: Fold, plans: Write['plans'], asked: number): void {
    if (session.fold !== base) throw new Error('a session was folded in two places at once')
    session.verifiedAt = asked
    for (const { fold, entries } of plans) cache.advance(session, fold, entries)
    const { fold } = session
    if (fold.head === base.head) return
    const { id } = session.row
    notices.tell(id, fold.head)
    for (const listener of listeners) listener(id, fold.head)
  }

  async function firstResults(db: Queryable, session: CachedSession, requests: readonly AppendRequest[]) {
    const asked = requests.map(({ actor, commandId }) => ({ actor: actor.id, commandId }))
    const known = new Map<string, Appended>()
    for (const { actor, commandId, firstSeq, lastSeq } of await selectCommands(db, session.row.id, asked)) {
      const count = lastSeq - firstSeq + 1
      const entries =
        count === 0
          ? []
          : (fromTail(session, firstSeq - 1, count) ??
            (await selectEntries(db, session.row, firstSeq - 1, count)))
      known.set(commandKey(actor, commandId), { repeated: true, firstSeq, lastSeq, entries })
    }
    return known
  }

  async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failed: Error) => {
        broken = failed
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** The session as this node may answer reads from: verified a moment ago, or now. */
  async function recent(id: string): Promise<CachedSession | null> {
    const known = cache.get(id)
    const trusted =
      known && known.noticed <= known.fold.head && performance.now() - known.verifiedAt < trustMilliseconds
    return trusted ? known : latest(id)
  }

  async function latest(id: string): Promise<CachedSession | null> {
    return isSessionId(id) ? workers.refresh(id) : null
  }

  return {
    async create(session) {
      if (!isSessionId(session.id)) throw new TypeError('a session id is a UUID in lower case')
      const epoch = Buffer.from(random(8)).toString('hex')
      const fold = { head: 0, hash: genesisHash(session.id), state: initial() }
      return { epoch: await insertSession(pool, { ...session, epoch, privateKey: random(32), fold }) }
    },
    async append(id, request): Promise<AppendResult> {
      checkCommandId(request.commandId)
      if (!cache.peek(id) && !isSessionId(id)) return err({ code: 'not-published', params: {} })
      const answer = await workers.append(id, request)
      if ('thrown' in answer) throw answer.thrown
      return answer
    },
    async find(id, actorId, commandId) {
      checkCommandId(commandId)
      const session = await recent(id)
      if (!session) return null
      const [row] = await selectCommands(pool, id, [{ actor: actorId, commandId }])
      if (!row) return null
      const { firstSeq, lastSeq } = row
      const count = lastSeq - firstSeq + 1
      const entries = count === 0 ? [] : await selectEntries(pool, session.row, firstSeq - 1, count)
      return { repeated: true, firstSeq, lastSeq, entries }
    },
    async state(id) {
      const session = await latest(id)
      return session && snapshotOf(session)
    },
    async read(id, after, limit) {
      const session = await recent(id)
      if (!session) return null
      const { epoch } = session.row
      const { head } = session.fold
      const entries =
        fromTail(session, after, limit) ??
        (await selectEntries(pool, session.row, after, Math.min(limit, head - after)))
      return { epoch, head, entries }
    },
    head: async (id) => (await latest(id))?.fold.head ?? null,
    async sealIdentity(id, envelope) {
      // Only of the second envelope does the key hang on how far the section has come.
      const session = await (envelope === 1 ? recent(id) : latest(id))
      return session && sealIdentityOf(session.row, envelope, session.fold.state)
    },
    async sealRecipient(id, envelope) {
      const session = await recent(id)
      return session && sealKeyOf(session.row, envelope).sealRecipient
    },
    hasSecondKey: async (id) => Boolean((await recent(id))?.row.second),
    async listRunning(now) {
      const { rows } = await pool.query<{ id: string }>(
        'select id from session where ended_at is null and (flow > 0 or opens_at <= $1)',
        [isoTime(now)],
      )
      return rows.map((row) => row.id)
    },
    onAppended(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      await workers.idle()
      await notices.close()
    },
  }
}

function isAccepted(answer: Answer): boolean {
  return 'ok' in answer && answer.ok
}

function snapshotOf({ row, fold }: CachedSession): Snapshot {
  return { epoch: row.epoch, head: fold.head, hash: fold.hash, unredactedState: fold.state }
}

function isSessionId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
