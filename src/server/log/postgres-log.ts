import { randomUUID } from 'node:crypto'
import { genesisHash } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import type { Clock, Random } from '#lib/ports.ts'
import { err } from '#lib/result.ts'
import type { Database } from '../db/database.ts'
import { poolRandom, poolRandomHex } from '../random-pool.ts'
import type { SectionKeys } from '../secrets/section-keys.ts'
import { createAppender } from './appender.ts'
import { checkCommandId } from './batch.ts'
import { createCachedSessions } from './cached-sessions.ts'
import { openNotices } from './notices.ts'
import { createPostgresReader, isSessionId } from './postgres-reader.ts'
import { insertSession, type OnAltered, type Queryable } from './rows.ts'
import { type CacheLimits, usualLimits } from './session-cache.ts'
import type { SessionLog } from './session-log.ts'
import type { AppendResult } from './session-log-reader.ts'
import { createSessionQueues } from './session-queues.ts'
import { selectRowTypes } from './write-plans.ts'

/*
 * The log in PostgreSQL. Each node works on a session in one place at a time (`session-queues.ts`) and keeps its fold:
 * 1. The fold contains committed entries only. A batch is decided on a copy, which replaces the fold after the commit.
 * 2. Usually one statement writes a batch together with other sessions' (`writer.ts`), on condition that the session's
 *    head is still the one the batch was decided at.
 * 3. Otherwise (another node appended, a command is repeated or refused) missing entries are read and the batch is
 *    decided again, in the end with the session locked: no answer rests on a stale state (`appender.ts`).
 */

export interface PostgresLogOptions {
  readonly keys: SectionKeys
  readonly random: Random
  /** The database's time as this node knows it; nothing is written where it is wrong (DBC-2). */
  readonly now: Clock
  /** Has `now` know it better; what came near a limit is then decided again. */
  readClock?(db: Queryable): Promise<void>
  /** Called once for an entry that is not as the hall wrote it: its section stands still (KEY-7). */
  readonly onAltered?: OnAltered
  readonly limits?: CacheLimits
}

/** Opens this node's log on a database that stays the caller's. */
export async function openPostgresLog(
  database: Database,
  {
    keys,
    random: unpooled,
    now,
    readClock = async () => {},
    onAltered,
    limits = usualLimits,
  }: PostgresLogOptions,
): Promise<SessionLog> {
  const random = poolRandom(unpooled)
  const randomHex = poolRandomHex(unpooled)
  const { pool } = database
  const listeners = new Set<(sessionId: string, seq: number) => void>()
  const sessions = createCachedSessions(pool, keys, random, limits, {
    onAdvanced: onElsewhere,
    onAltered: oncePerEntry(onAltered),
  })
  const notices = await openNotices(database.url, randomUUID(), onElsewhere)
  const rowTypes = await selectRowTypes(pool)
  const appender = createAppender({
    pool,
    rowTypes,
    random: randomHex,
    now,
    readClock,
    sessions,
    onCommitted,
  })
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

  return {
    ...createPostgresReader(pool, sessions, queues.refresh),
    async create(session) {
      if (!isSessionId(session.id)) throw new TypeError('a session id is a UUID in lower case')
      const epoch = randomHex(8)
      const fold = { head: 0, hash: genesisHash(session.id), at: '', state: initial() }
      return { epoch: await insertSession(pool, keys, { ...session, epoch, privateKey: random(32), fold }) }
    },
    async append(id, request): Promise<AppendResult> {
      checkCommandId(request.commandId)
      if (!sessions.peek(id) && !isSessionId(id)) return err({ code: 'not-published', params: {} })
      const answer = await queues.append(id, request)
      if ('thrown' in answer) throw answer.thrown
      return answer
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

/** A section that stands still is read again and again. */
function oncePerEntry(onAltered: OnAltered = () => {}): OnAltered {
  const reported = new Set<string>()
  return (sessionId, seq) => {
    const entry = `${sessionId} ${seq}`
    if (reported.has(entry)) return
    reported.add(entry)
    onAltered(sessionId, seq)
  }
}
