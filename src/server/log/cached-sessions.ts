import { performance } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { type Entry, genesisHash } from '#domain/log/entry.ts'
import { initial } from '#domain/session/state.ts'
import type { Random } from '#lib/ports.ts'
import type { SectionKeys } from '../secrets/section-keys.ts'
import { foldOn } from './batch.ts'
import { createDigest } from './command-digest.ts'
import { createEncryptor } from './private-fields.ts'
import { createEntriesReader } from './read-together.ts'
import { type OnAltered, type Queryable, selectEntries, selectSession } from './rows.ts'
import { type CachedSession, type CacheLimits, createSessionCache } from './session-cache.ts'

const pageLength = 2000
/** Of what is new in a session, read with that of others: more than that is read by itself. */
const newsLength = 200

interface CacheListeners {
  /** Called after entries of other nodes were read. */
  readonly onAdvanced: (sessionId: string, seq: number) => void
  readonly onAltered: OnAltered
}

/** The sessions that this node keeps folded, and how they catch up with what other nodes appended. */
export function createCachedSessions(
  pool: Pool,
  keys: SectionKeys,
  random: Random,
  limits: CacheLimits,
  { onAdvanced, onAltered }: CacheListeners,
) {
  const cache = createSessionCache(limits)
  const readTogether = createEntriesReader(pool, newsLength)

  /** The session with everything committed by now; null for an unknown one. */
  async function refresh(id: string): Promise<CachedSession | null> {
    const known = cache.get(id)
    if (!known) return load(id)
    await catchUp(known, null)
    return known
  }

  async function load(id: string): Promise<CachedSession | null> {
    const row = await selectSession(pool, keys, id, onAltered)
    if (!row) return null
    const fold = { head: 0, hash: genesisHash(id), at: '', state: initial() }
    const encrypt = createEncryptor(row.privateKey, random)
    const digest = createDigest(row.privateKey)
    const session: CachedSession = { row, encrypt, digest, fold, tail: [], verifiedAt: 0, noticed: 0 }
    await readNew(session, pool)
    cache.put(session)
    return session
  }

  /** Reads what is new; `db`: see `readNew`. */
  async function catchUp(session: CachedSession, db: Queryable | null): Promise<void> {
    const before = session.fold.head
    await readNew(session, db)
    if (session.fold.head > before) onAdvanced(session.row.id, session.fold.head)
  }

  /** Reads the entries that this session does not have yet and applies them: from `db`, or together with other sessions. */
  async function readNew(session: CachedSession, db: Queryable | null): Promise<void> {
    const asked = performance.now()
    const { row } = session
    const after = session.fold.head
    let limit = db ? pageLength : newsLength
    let reading: Promise<Entry[]> | null = db
      ? selectEntries(db, row, after, limit)
      : readTogether({ session: row, after })
    while (reading) {
      const entries: Entry[] = await reading
      const last = entries.at(-1)
      // A long log's next page is read while this one is folded.
      const more = last && entries.length === limit
      limit = pageLength
      reading = more ? selectEntries(db ?? pool, row, last.seq, limit) : null
      // It is awaited later, or not at all where this page is refused.
      reading?.catch(() => {})
      checkOrder(session, entries)
      cache.advance(session, foldOn(session.fold, entries), entries)
    }
    session.verifiedAt = asked
  }

  return { get: cache.get, peek: cache.peek, advance: cache.advance, refresh, load, catchUp }
}

/** Throws where the entries do not go on from the session's last one: each is the hall's, but not here. */
function checkOrder({ row, fold }: CachedSession, entries: readonly Entry[]): void {
  let { head, hash } = fold
  for (const entry of entries) {
    if (entry.seq !== head + 1 || entry.previous !== hash) throw row.altered(entry.seq)
    head = entry.seq
    hash = entry.hash
  }
}

export type CachedSessions = ReturnType<typeof createCachedSessions>
