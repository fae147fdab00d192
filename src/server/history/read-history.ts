import { and, asc, between, desc, eq } from 'drizzle-orm'
import { type Entry, entryIsWhole, genesisHash } from '#domain/log/entry.ts'
import type { Damage, LogEnd } from '#protocol/session-export.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { Database } from '../db/database.ts'
import { entry, sectionKey, session, unmarkedLog } from '../db/schema.ts'
import { createLogMarks, type LogMarks, type UnmarkedLog } from '../log/log-marks.ts'
import { createDecryptor, type DecryptPrivate } from '../log/private-fields.ts'
import { provedEpoch } from '../log/restored-epochs.ts'
import type { SectionKeys } from '../secrets/section-keys.ts'
import { UnwrapError } from '../secrets/wrapping-key.ts'

/*
 * A section's log as stored, for inspection even if it is damaged. The log itself (`src/server/log`) stops at an
 * unreadable entry, because nothing may be decided on a partial state. Here every place is reported: its entry, as far
 * as it can be read, and its damage.
 */

/** One place of a log, or a run of missing places from `seq` to `to`. */
export type Place =
  /** Private fields that cannot be decrypted are left out. */
  | { readonly seq: number; readonly entry: Entry; readonly damage: Damage | null }
  | { readonly seq: number; readonly entry: null; readonly damage: 'unreadable' }
  | { readonly seq: number; readonly to: number; readonly entry: null; readonly damage: 'missing' }

export interface History {
  /** Null if no tender was published. */
  readonly sectionCode: string | null
  /** Whether bids can no longer be submitted, as far as can be read. */
  readonly bidsAreClosed: boolean
  /** As the session's row says. */
  readonly end: LogEnd
  /** From the first to the head, and beyond it if there are more entries. */
  readonly places: AsyncGenerator<Place>
}

/** Small, because every entry is hashed again. */
const pageLength = 200
/** PostgreSQL's largest integer. */
const highest = 2 ** 31 - 1

/** The whole log, read page by page on demand. Null for an unknown section. */
export async function readHistory(
  { reads }: Pick<Database, 'reads'>,
  keys: SectionKeys,
  sessionId: string,
): Promise<History | null> {
  const { epoch, head, headHash, sectionCode, status, opensAt } = session
  const [row] = await reads
    .select({
      ...{ epoch, head, headHash, sectionCode, status, opensAt },
      ...{ wrapped: sectionKey.wrapped, unmarked: unmarkedLog },
    })
    .from(session)
    .leftJoin(sectionKey, eq(sectionKey.sessionId, session.id))
    .leftJoin(unmarkedLog, eq(unmarkedLog.sessionId, session.id))
    .where(eq(session.id, sessionId))
  if (!row) return null
  const privateKey = await privateKeyIn(keys, sessionId, row.wrapped)
  const isOpening = row.status !== 'not-opened' && row.status !== 'failed'
  return {
    sectionCode: row.sectionCode,
    bidsAreClosed: isOpening || (await isFrom(reads, sessionId, row.opensAt)),
    end: { size: row.head, head: row.headHash },
    places: placesIn(reads, sessionId, { ...row, privateKey, marks: marksOf(sessionId, row, privateKey) }),
  }
}

/** Null without the key. */
function marksOf(
  id: string,
  { epoch, unmarked }: { readonly epoch: string; readonly unmarked: UnmarkedLog | null },
  privateKey: Uint8Array | null,
): LogMarks | null {
  return privateKey && createLogMarks({ id, epoch: provedEpoch(epoch, privateKey), privateKey }, unmarked)
}

/** Whether the last entry is from the opening time or later. */
async function isFrom(reads: Database['reads'], sessionId: string, opensAt: Date | null): Promise<boolean> {
  if (opensAt === null) return false
  const last = reads
    .select({ at: entry.at })
    .from(entry)
    .where(eq(entry.sessionId, sessionId))
    .orderBy(desc(entry.seq))
    .limit(1)
  const [found] = (await unlessBroken(last)) ?? []
  return found !== undefined && Date.parse(found.at) >= opensAt.getTime()
}

/** Null where the section's key itself is damaged: then all private fields are unreadable. */
async function privateKeyIn(
  keys: SectionKeys,
  sessionId: string,
  wrapped: string | null,
): Promise<Uint8Array | null> {
  if (wrapped === null) return null
  try {
    return (await keys.unwrap(sessionId, wrapped)).privateKey
  } catch (error) {
    if (error instanceof UnwrapError) return null
    throw error
  }
}

interface Known {
  readonly head: number
  readonly headHash: string
  readonly privateKey: Uint8Array | null
  readonly marks: LogMarks | null
}

async function* placesIn(reads: Database['reads'], sessionId: string, known: Known): AsyncGenerator<Place> {
  let last: Before = { seq: 0, hash: genesisHash(sessionId) }
  const decrypt = known.privateKey ? createDecryptor(known.privateKey) : withoutKey
  for await (const row of rowsIn(reads, sessionId, known.head)) {
    if (row.seq > last.seq + 1) yield missing(last.seq + 1, row.seq - 1)
    yield row.hash === null
      ? { seq: row.seq, entry: null, damage: 'unreadable' }
      : placeOf(row, known, last, decrypt)
    last = row
  }
  if (last.seq < known.head) yield missing(last.seq + 1, known.head)
}

/** Only an entry without private fields is whole without the key. */
function withoutKey(commitments: Entry['commitments']): Entry['private'] {
  if (Object.keys(commitments).length > 0) throw new UnwrapError('the key of the section is damaged')
  return {}
}

/** One place for the whole run: its length may be huge if the head is damaged. */
function missing(seq: number, to: number): Place {
  return { seq, to, entry: null, damage: 'missing' }
}

type Stored = typeof entry.$inferSelect
type Before = Pick<Stored, 'seq'> & { readonly hash: string | null }
type Broken = Before & { readonly hash: null }

/** The rows in order, page by page; an unreadable page is read row by row, so that only its broken rows fail. */
async function* rowsIn(
  reads: Database['reads'],
  sessionId: string,
  head: number,
): AsyncGenerator<Stored | Broken> {
  const rows = (from: number, to: number) =>
    reads
      .select()
      .from(entry)
      .where(and(eq(entry.sessionId, sessionId), between(entry.seq, from, to)))
      .orderBy(asc(entry.seq))
      .limit(pageLength)

  let next = 1
  while (next <= highest) {
    const page = await unlessBroken(rows(next, highest))
    if (page) {
      yield* page
      if (page.length < pageLength) return
      next = (page.at(-1)?.seq ?? next) + 1
      continue
    }
    let found = 0
    for (const end = Math.min(next + pageLength - 1, highest); next <= end; next += 1) {
      const one: readonly (Stored | Broken)[] = (await unlessBroken(rows(next, next))) ?? [broken(next)]
      if (one[0]?.hash) found += 1
      yield* one
    }
    // Beyond the head the first page without a readable row ends the search.
    if (next > head && found === 0) return
  }
}

function broken(seq: number): Broken {
  return { seq, hash: null }
}

async function unlessBroken<T>(rows: PromiseLike<T>): Promise<T | null> {
  try {
    return await rows
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return null
  }
}

function placeOf(
  { sessionId: _, locked, mark, ...stored }: Stored,
  known: Known,
  before: Before,
  decrypt: DecryptPrivate,
): Place {
  const { seq } = stored
  const secrets = decrypted(decrypt, stored.commitments, locked)
  const read = { ...stored, private: secrets ?? {} } as Entry
  const follows = seq === before.seq + 1 && before.hash !== null
  const continues = follows ? read.previous === before.hash : true
  // A log that was replaced from some entry on is consistent, but does not end with the hash in the session's row.
  const endsOtherwise = seq === known.head && read.hash !== known.headHash
  const isOurs = known.marks?.isRight(read, mark) ?? true
  if (!isWhole(read) || endsOtherwise || !isOurs) return { seq, entry: read, damage: 'changed' }
  if (!continues) return { seq, entry: read, damage: 'not-continuing' }
  return { seq, entry: read, damage: secrets === null ? 'private-unreadable' : null }
}

/** All private fields; null if any is missing, cannot be decrypted or does not match its commitment. */
function decrypted(
  decrypt: DecryptPrivate,
  commitments: unknown,
  locked: Uint8Array | null,
): Entry['private'] | null {
  try {
    return decrypt(commitments as Entry['commitments'], locked)
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
