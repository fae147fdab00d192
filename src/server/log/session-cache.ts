import type { Entry } from '#domain/log/entry.ts'
import type { Fold } from './batch.ts'
import type { EncryptPrivate } from './private-fields.ts'
import type { SessionRow } from './rows.ts'

/** A session in memory: its fold and the newest part of its log. */
export interface CachedSession {
  readonly row: SessionRow
  readonly encrypt: EncryptPrivate
  fold: Fold
  /** The newest entries, without gaps up to the fold's head. */
  tail: Entry[]
  /** Monotonic milliseconds when the fold was last known to be the whole log. */
  verifiedAt: number
  /** The highest seq another node spoke of. */
  noticed: number
}

export interface CacheLimits {
  readonly sessions: number
  readonly entriesPerSession: number
  readonly entries: number
}

export const usualLimits: CacheLimits = { sessions: 1000, entriesPerSession: 2000, entries: 100_000 }

/** The sessions used last, within bounds on their number and on all entries kept. */
export function createSessionCache(limits: CacheLimits) {
  const sessions = new Map<string, CachedSession>()
  let entries = 0

  function get(id: string): CachedSession | undefined {
    const found = sessions.get(id)
    if (found) {
      // A map keeps the order of insertion: what was used last stands last.
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

  /** Moves a session's fold on by the entries that lead to it. */
  function advance(session: CachedSession, fold: Fold, news: readonly Entry[]): void {
    const kept = sessions.get(session.row.id) === session
    if (kept) entries -= session.tail.length
    session.fold = fold
    for (const entry of news) session.tail.push(entry)
    // Cut now and then, not at every entry.
    if (session.tail.length > limits.entriesPerSession * 1.25) {
      session.tail = session.tail.slice(-limits.entriesPerSession)
    }
    if (kept) entries += session.tail.length
    trim()
  }

  /** Entries can be read again as they are needed; a fold means reading the whole log, and is given up last. */
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
