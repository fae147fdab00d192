import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { genesisHash } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import type { Random } from '#lib/ports.ts'
import { err } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import type { Database } from '../db/database.ts'
import { createAppender } from './appender.ts'
import { checkCommandId } from './batch.ts'
import { createCachedSessions } from './cached-sessions.ts'
import { openNotices } from './notices.ts'
import { poolRandom } from './random-pool.ts'
import { insertSession, selectCommands, selectEntries } from './rows.ts'
import { sealIdentityOf, sealKeyOf } from './seal-keys.ts'
import { type CachedSession, type CacheLimits, fromTail, usualLimits } from './session-cache.ts'
import type { AppendResult, SessionLog } from './session-log.ts'
import type { Snapshot } from './session-log-reader.ts'
import { createSessionQueues } from './session-queues.ts'
import { selectRowTypes } from './write-plans.ts'

/*
 * The log in PostgreSQL. Each node works on a session in one place at a time (`session-queues.ts`) and keeps its fold:
 * 1. The fold contains committed entries only. A batch is decided on a copy, which replaces the fold after the commit.
 * 2. Usually one statement writes a batch together with other sessions' (`writer.ts`), on condition that the session's
 *    head is the one the batch was decided at.
 * 3. Where that does not hold (another node appended, a command is repeated or refused) missing entries are read and
 *    the batch is decided again, in the end with the session locked: no answer rests on a stale state (`appender.ts`).
 */

/** `read` answers from memory for so long without asking whether other nodes appended (notices apart). */
const trustMilliseconds = 200

export interface PostgresLogOptions {
  readonly random: Random
  readonly limits?: CacheLimits
}

/** Opens this node's log on a database that stays the caller's. */
export async function openPostgresLog(
  database: Database,
  { random: unpooled, limits = usualLimits }: PostgresLogOptions,
): Promise<SessionLog> {
  const random = poolRandom(unpooled)
  const { pool } = database
  const listeners = new Set<(sessionId: string, seq: number) => void>()
  const sessions = createCachedSessions(pool, random, limits, onElsewhere)
  const notices = await openNotices(database.url, randomUUID(), onElsewhere)
  const rowTypes = await selectRowTypes(pool)
  const appender = createAppender({ pool, rowTypes, random, sessions, onCommitted })
  const queues = createSessionQueues({ ...appender, refresh: sessions.refresh })

  /** Another node has appended. */
  function onElsewhere(sessionId: string, seq: number): void {
    const known = sessions.peek(sessionId)
    if (known) known.noticed = Math.max(known.noticed, seq)
    for (const listener of listeners) listener(sessionId, seq)
  }

  function onCommitted(sessionId: string, seq: number): void {
    notices.send(sessionId, seq)
    for (const listener of listeners) listener(sessionId, seq)
  }

  /** The session as this node may answer reads from: verified a moment ago, or now. */
  async function recent(id: string): Promise<CachedSession | null> {
    const known = sessions.get(id)
    const trusted =
      known && known.noticed <= known.fold.head && performance.now() - known.verifiedAt < trustMilliseconds
    return trusted ? known : latest(id)
  }

  async function latest(id: string): Promise<CachedSession | null> {
    return isSessionId(id) ? queues.refresh(id) : null
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
      if (!sessions.peek(id) && !isSessionId(id)) return err({ code: 'not-published', params: {} })
      const answer = await queues.append(id, request)
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
      // Only the second envelope's key depends on how far the section has come.
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
      await queues.idle()
      await notices.close()
    },
  }
}

function snapshotOf({ row, fold }: CachedSession): Snapshot {
  return { epoch: row.epoch, head: fold.head, hash: fold.hash, unredactedState: fold.state }
}

function isSessionId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
