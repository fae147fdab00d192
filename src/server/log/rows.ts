import type { ClientBase, Pool } from 'pg'
import type { Entry } from '#domain/log/entry.ts'
import { uuidBytes } from '../db/binary-rows.ts'
import { stillNames } from '../secrets/registry.ts'
import type { SectionKeys } from '../secrets/section-keys.ts'
import type { CommandRow, Fold } from './batch.ts'
import { AlteredLogError, createLogMarks, type LogMarks, type UnmarkedLog } from './log-marks.ts'
import { createDecryptor } from './private-fields.ts'
import { provedEpoch } from './restored-epochs.ts'
import type { NewSession } from './session-log-reader.ts'

/*
 * The log's SQL besides appending (`write-plans.ts`). Statements are named, so that each connection prepares them once.
 * A lateral `limit 1` makes the planner look keys up one by one, whatever table size it assumes.
 */

export type Queryable = Pool | ClientBase

/** What never changes about a session. */
export interface SessionRow {
  readonly id: string
  /** The 16 bytes of the id. */
  readonly idBytes: Uint8Array
  readonly epoch: string
  readonly privateKey: Uint8Array
  readonly sealIdentity: string
  readonly sealRecipient: string
  readonly second: NewSession['second']
  readonly marks: LogMarks
  /** The error for an entry that is not as the hall wrote it; it is reported. */
  altered(seq: number, cause?: unknown): AlteredLogError
}

/** Called for an entry of a log that is not as the hall wrote it. */
export type OnAltered = (sessionId: string, seq: number) => void

export async function insertSession(
  db: Queryable,
  keys: SectionKeys,
  session: NewSession & { epoch: string; privateKey: Uint8Array; fold: Fold },
): Promise<string> {
  const { id, epoch, privateKey, sealIdentity, sealRecipient, second, fold } = session
  const secrets = { privateKey, sealIdentity, sealRecipient, second: second ?? null }
  await keys.wrapNew(id, secrets, async (wrapped, keyId) => {
    const { rows } = await db.query<{ named: number }>(
      `with named as (${stillNames('$9')}),
         made as (
           insert into session (id, epoch, head_hash, seal_recipient, status, flow, second_seal_recipient)
           select $1, $2, $3, $4, $5, $6, $7 from named on conflict (id) do nothing returning id),
         kept as (insert into section_key (session_id, wrapped) select id, $8 from made)
       select count(*)::integer as named from named`,
      [
        ...[id, epoch, fold.hash, sealRecipient, fold.state.status, fold.state.flow],
        ...[second?.sealRecipient ?? null, wrapped, keyId],
      ],
    )
    return rows[0]?.named === 1
  })
  const { rows } = await db.query<{ epoch: string }>('select epoch from session where id = $1', [id])
  return rows[0]?.epoch ?? epoch
}

export async function selectSession(
  db: Queryable,
  keys: SectionKeys,
  id: string,
  onAltered: OnAltered = () => {},
): Promise<SessionRow | null> {
  const { rows } = await db.query<{ epoch: string; wrapped: string; unmarked: UnmarkedColumns | null }>({
    name: 'kaibiao-session',
    text: `select epoch, wrapped, case when unmarked.mark is not null then json_build_object(
             'head', unmarked.head, 'hash', unmarked.hash, 'mark', encode(unmarked.mark, 'hex')) end as unmarked
           from session join section_key on section_key.session_id = id
             left join unmarked_log unmarked on unmarked.session_id = id
           where id = $1`,
    values: [id],
  })
  const [row] = rows
  if (!row) return null
  const secrets = await keys.unwrap(id, row.wrapped)
  const { privateKey } = secrets
  const epoch = provedEpoch(row.epoch, privateKey)
  const marks = createLogMarks({ id, epoch, privateKey }, row.unmarked && unmarkedOf(row.unmarked))
  function altered(seq: number, cause?: unknown): AlteredLogError {
    onAltered(id, seq)
    return new AlteredLogError(id, seq, cause)
  }
  return { id, idBytes: uuidBytes(id), epoch, ...secrets, marks, altered }
}

type UnmarkedColumns = Omit<UnmarkedLog, 'mark'> & { readonly mark: string }

function unmarkedOf({ head, hash, mark }: UnmarkedColumns): UnmarkedLog {
  return { head, hash, mark: Buffer.from(mark, 'hex') }
}

interface EntryRow extends Omit<Entry, 'private'> {
  readonly locked: Buffer | null
  readonly mark: Buffer | null
}

const entryColumns = `seq, type, version, at, actor, role, command_id as "commandId", payload, commitments, locked,
  previous, hash, mark`

/**
 * At most `limit` entries after `after`, in order. One statement never sees part of an append. Throws a
 * `AlteredLogError` at an entry that is not as the hall wrote it.
 */
export async function selectEntries(
  db: Queryable,
  session: SessionRow,
  after: number,
  limit: number,
): Promise<Entry[]> {
  const { rows } = await db.query<EntryRow>({
    name: 'kaibiao-entries',
    text: `select ${entryColumns} from entry where session_id = $1 and seq > $2 order by seq limit $3`,
    values: [session.id, after, limit],
  })
  return entriesOf(session, rows)
}

/** What is read of one session: the entries after `after`. */
export interface AskedEntries {
  readonly session: SessionRow
  readonly after: number
}

/** As `selectEntries`, for several sessions in one statement. With each comes a function that yields its entries. */
export async function selectEntriesOfEach<Asked extends AskedEntries>(
  db: Queryable,
  asked: readonly Asked[],
  limit: number,
): Promise<(readonly [asked: Asked, entries: () => Entry[]])[]> {
  const { rows } = await db.query<EntryRow & { readonly place: number }>({
    name: 'kaibiao-entries-of-each',
    text: `select place::integer, found.*
           from unnest($1::uuid[], $2::integer[]) with ordinality as asked (id, after, place)
             cross join lateral (
               select ${entryColumns} from entry where session_id = asked.id and seq > asked.after
               order by seq limit $3
             ) as found
           order by place, seq`,
    values: [asked.map(({ session }) => session.id), asked.map(({ after }) => after), limit],
  })
  const found: EntryRow[][] = asked.map(() => [])
  for (const { place, ...row } of rows) found[place - 1]?.push(row)
  return asked.map((one, i) => [one, () => entriesOf(one.session, found[i] ?? [])] as const)
}

function entriesOf({ privateKey, marks, altered }: SessionRow, rows: readonly EntryRow[]): Entry[] {
  const decrypt = createDecryptor(privateKey)
  return rows.map(({ locked, mark, ...open }) => {
    if (!marks.isRight({ ...open, private: {} }, mark)) throw altered(open.seq)
    try {
      return { ...open, private: decrypt(open.commitments, locked) }
    } catch (error) {
      throw altered(open.seq, error)
    }
  })
}

/** The class of session locks among PostgreSQL's advisory locks. */
const sessionLocks = 1
const lockOf = (id: string) => `${sessionLocks}, uuid_hash(${id})`

/** SQL: takes the session's lock, which every writer holds until its transaction ends; false if it is taken. */
export function tryToLock(id: string): string {
  return `pg_try_advisory_xact_lock(${lockOf(id)})`
}

/** Takes the session's lock, waiting for it, until the transaction ends. */
export async function lockSession(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'kaibiao-lock',
    text: `select pg_advisory_xact_lock(${lockOf('$1::uuid')})`,
    values: [id],
  })
}

export async function selectCommands(
  db: Queryable,
  id: string,
  asked: readonly { readonly actor: string; readonly commandId: string }[],
): Promise<CommandRow[]> {
  const { rows } = await db.query<CommandRow>({
    name: 'kaibiao-commands',
    text: `select found.actor, found.command_id as "commandId", found.first_seq as "firstSeq",
             found.last_seq as "lastSeq", found.digest
           from unnest($2::text[], $3::text[]) as asked (actor, command_id) cross join lateral (
             select * from command
             where session_id = $1 and actor = asked.actor and command_id = asked.command_id limit 1
           ) as found`,
    values: [id, asked.map((row) => row.actor), asked.map((row) => row.commandId)],
  })
  return rows
}
