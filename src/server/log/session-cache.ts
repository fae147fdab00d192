import type { Entry } from '#domain/log/entry.ts'
import type { DigestContent, Fold } from './batch.ts'
import type { EncryptPrivate } from './private-fields.ts'
import type { SessionRow } from './rows.ts'

/** A session in memory: its fold and its newest entries. */
export interface CachedSession {
  readonly row: SessionRow
  readonly encrypt: EncryptPrivate
  readonly digest: DigestContent
  fold: Fold
  /** The newest entries, without gaps up to the fold's head. */
  tail: Entry[]
  /** When the fold was last known to contain the whole log (monotonic ms). */
  verifiedAt: number
  /** The highest seq that another node's notice named. */
  noticed: number
}

export interface CacheLimits {
  readonly sessions: number
  readonly entriesPerSession: number
  readonly entries: number
}

export const usualLimits: CacheLimits = { sessions: 1000, entriesPerSession: 2000, entries: 100_000 }

/** The most recently used sessions, limited in their number and in all entries kept. */
export function createSessionCache(limits: CacheLimits) {
  const sessions = new Map<string, CachedSession>()
  let entries = 0

  function get(id: string): CachedSession | undefined {
    const found = sessions.get(id)
    if (found) {
      // A map keeps insertion order: the most recently used session is last.
      sessions.delete(id)
      sessions.set(id, found)
    }
    return found
  }

  function put(session: CachedSession): void {
    drop(session.row.id)
    sessions.set(session.row.id, session)
    entries += session.tail.length
    trim()
  }

  /** Replaces a session's fold by a newer one; `news` are the entries between them. */
  function advance(session: CachedSession, fold: Fold, news: readonly Entry[]): void {
    const kept = sessions.get(session.row.id) === session
    if (kept) entries -= session.tail.length
    session.fold = fold
    for (const entry of news) session.tail.push(entry)
    // Trimmed now and then, not at every entry.
    if (session.tail.length > limits.entriesPerSession * 1.25) {
      session.tail = session.tail.slice(-limits.entriesPerSession)
    }
    if (kept) entries += session.tail.length
    trim()
  }

  /** Drops entries before folds: entries are read again as needed, a fold only by reading the whole log. */
  function trim(): void {
    if (sessions.size <= limits.sessions && entries <= limits.entries) return
    for (const [id, session] of sessions) {
      if (sessions.size <= 1) return
      if (sessions.size > limits.sessions) drop(id)
      else if (entries > limits.entries) forgetTail(session)
      else return
    }
  }

  function forgetTail(session: CachedSession): void {
    entries -= session.tail.length
    session.tail = []
  }

  function drop(id: string): void {
    entries -= sessions.get(id)?.tail.length ?? 0
    sessions.delete(id)
  }

  return { get, put, advance, peek: (id: string) => sessions.get(id) }
}

/** Entries after `after` from memory; null when memory does not reach back that far. */
export function fromTail({ fold, tail }: CachedSession, after: number, limit: number): Entry[] | null {
  if (after >= fold.head) return []
  const start = after - (fold.head - tail.length)
  return start < 0 ? null : tail.slice(start, start + limit)
}
