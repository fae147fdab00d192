import { and, asc, eq, gt } from 'drizzle-orm'
import { createDraft } from '#domain/draft.ts'
import { type Entry, entryIsWhole, genesisHash } from '#domain/entry.ts'
import { initial, type SessionState } from '#domain/state.ts'
import type { Damage } from '#protocol/session-export.ts'
import type { Database } from '../db/database.ts'
import { entry, session } from '../db/schema.ts'
import { unlockPrivate } from '../log/private-fields.ts'

/*
 * A section's log as it lies in the database, for who has to see it even where it is damaged. The log itself
 * (`src/server/log`) stops at what it cannot read, and rightly: nothing may be decided on half a state. Here every
 * place gets an answer: its entry, as far as it can be read, and what is wrong with it.
 */

/** One place of a log. */
export interface Place {
  readonly seq: number
  /** Null where there is none. Private fields that cannot be decrypted are left out. */
  readonly entry: Entry | null
  readonly damage: Damage | null
}

/** Few, for each is hashed anew. */
const pageLength = 200

/** Every place from the first to the head, and beyond it if there is more. Null for an unknown section. */
export async function readHistory(
  { reads }: Pick<Database, 'reads'>,
  sessionId: string,
): Promise<AsyncGenerator<Place> | null> {
  const { head, headHash, privateKey } = session
  const [row] = await reads
    .select({ head, headHash, privateKey })
    .from(session)
    .where(eq(session.id, sessionId))
  return row ? places(row) : null

  async function* places(known: NonNullable<typeof row>): AsyncGenerator<Place> {
    let last = { seq: 0, hash: genesisHash(sessionId) }
    for (;;) {
      const page = await reads
        .select()
        .from(entry)
        .where(and(eq(entry.sessionId, sessionId), gt(entry.seq, last.seq)))
        .orderBy(asc(entry.seq))
        .limit(pageLength)
      for (const stored of page) {
        for (let seq = last.seq + 1; seq < stored.seq; seq += 1) yield missing(seq)
        yield placeOf(stored, known, last)
        last = stored
      }
      if (page.length < pageLength) break
    }
    for (let seq = last.seq + 1; seq <= known.head; seq += 1) yield missing(seq)
  }
}

function missing(seq: number): Place {
  return { seq, entry: null, damage: 'missing' }
}

type Stored = typeof entry.$inferSelect

function placeOf(
  { sessionId, secret, ...stored }: Stored,
  known: { readonly head: number; readonly headHash: string; readonly privateKey: Uint8Array },
  before: { readonly seq: number; readonly hash: string },
): Place {
  const { seq } = stored
  const secrets = unlocked(known.privateKey, sessionId, seq, secret)
  const read = { ...stored, private: secrets ?? {} } as Entry
  const continues = seq === before.seq + 1 ? read.previous === before.hash : true
  // A log that was made anew from some entry on is whole in itself, but does not end as the section's row says.
  const endsOtherwise = seq === known.head && read.hash !== known.headHash
  if (!isWhole(read) || endsOtherwise) return { seq, entry: read, damage: 'changed' }
  if (!continues) return { seq, entry: read, damage: 'not-continuing' }
  return { seq, entry: read, damage: secrets === null ? 'private-unreadable' : null }
}

function unlocked(
  key: Uint8Array,
  sessionId: string,
  seq: number,
  secret: Uint8Array | null,
): Entry['private'] | null {
  try {
    return unlockPrivate(key, sessionId, seq, secret)
  } catch {
    return null
  }
}

function isWhole(read: Entry): boolean {
  try {
    return entryIsWhole(read)
  } catch {
    return false
  }
}

/** What becomes of a damaged log when whatever cannot be folded is passed over: good for telling who takes part, no more. */
export async function salvageState(
  database: Pick<Database, 'reads'>,
  sessionId: string,
): Promise<{ readonly head: number; readonly state: SessionState } | null> {
  const history = await readHistory(database, sessionId)
  if (!history) return null
  let head = 0
  let state = initial()
  for await (const place of history) {
    head = place.seq
    state = foldedOn(state, place.entry)
  }
  return { head, state }
}

function foldedOn(state: SessionState, read: Entry | null): SessionState {
  if (!read) return state
  try {
    const draft = createDraft(state)
    draft.apply(read)
    return draft.state
  } catch {
    return state
  }
}
