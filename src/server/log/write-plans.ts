import { performance } from 'node:perf_hooks'
import type { Recorded } from '#domain/log/entry.ts'
import { isoTime } from '#lib/time.ts'
import { toleratedMilliseconds } from '../clock/hall-clock.ts'
import { WrongClockError } from '../clock/wrong-clock.ts'
import { createRows } from '../db/binary-rows.ts'
import type { CommandRow } from './batch.ts'
import { type Queryable, tryToLock } from './rows.ts'
import { changesSectionList, sectionListValues } from './section-list-columns.ts'
import { type EncryptedPlan, foldOf, type SessionWrite } from './session-write.ts'

/*
 * Appending in one statement, which is one commit. Its form depends on its content: a single entry is passed as plain
 * values, several as lists; the section list's columns are included only when they change.
 */

/**
 * Writes plans of different sessions in one statement. A session's row, entries, commands and projections are written
 * together, and only if its head is still the plan's base. Returns the ids of the sessions that were not written.
 * Throws with nothing written if a command was appended before (unique_violation), and if the database's clock is
 * outside of `times`: what was decided by another time must not be written (DBC-2).
 */
export async function writePlans(
  db: Queryable,
  types: RowTypes,
  writes: readonly SessionWrite[],
  times: Times,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string; wrong_clock: boolean }>(queryFor(types, writes, times))
  if (rows.length === 0) return none
  if (rows.some((row) => row.wrong_clock)) throw new WrongClockError()
  return new Set(rows.map((row) => row.id))
}

const none: ReadonlySet<string> = new Set()

/** Times by the database's clock in epoch ms, the second one exclusive. */
export type Times = readonly [earliest: number, latest: number]

/** When plans may be written at all; `now`: the database's time as this node knows it. */
export function tolerated(now: number): Times {
  return [now - toleratedMilliseconds, now + toleratedMilliseconds]
}

/**
 * When what was decided still holds. The database's clock is read a little later than `now`: so nothing is written that
 * came after its limit, and what came just before it is decided again, by a reading of the clock.
 */
export function timesOf(writes: readonly SessionWrite[], now: number): Times {
  let [earliest, latest] = tolerated(now)
  const monotonic = performance.now()
  for (const { plans } of writes) {
    for (const { leeway, decidedBy } of plans) {
      // The time now by the reading that it was decided by: there may be another since.
      const then = decidedBy.now + monotonic - decidedBy.at
      earliest = Math.max(earliest, then - leeway.earlier)
      latest = Math.min(latest, then + leeway.later)
    }
  }
  return [earliest, latest]
}

function queryFor(types: RowTypes, writes: readonly SessionWrite[], [earliest, latest]: Times) {
  const clock = `[${isoTime(earliest)},${isoTime(latest)})`
  if (writes.some(changesSectionList))
    return { ...withSectionList, values: [clock, ...listsOf(types, writes), ...sectionListValues(writes)] }
  const one = onlyEntry(writes)
  if (one) return { ...oneEntry, values: [clock, ...one] }
  const [heads, entries, empty] = listsOf(types, writes)
  const hasEmptyCommands = writes.some(({ plans }) =>
    plans.some(({ commands }) => commands.some(hasNoEntries)),
  )
  return hasEmptyCommands
    ? { ...withEmptyCommands, values: [clock, heads, entries, empty] }
    : { ...manyEntries, values: [clock, heads, entries] }
}

const entryColumns =
  'session_id, seq, type, version, at, actor, role, command_id, payload, commitments, locked, previous, hash, mark'
const commandColumns = 'session_id, actor, command_id, first_seq, last_seq, digest'

/**
 * The update succeeds only if the session's head is still the one that was read, so the second of two writers writes
 * nothing. The lock is taken only if it is free, so a statement with several sessions waits for no other statement and
 * for no slow session. It is released with the transaction and costs a third of a row lock.
 */
/** $1: the times. */
const isClockRight = 'clock_timestamp() <@ $1::tstzrange'

const oneEntry = {
  name: 'kaibiao-append-one',
  text: `
    with moved as (
      update session set head = $3, head_hash = $14
      where id = $2 and head = $3 - 1 and ${isClockRight} and ${tryToLock('id')} returning id
    ), new_entry as (
      insert into entry (${entryColumns})
      select id, $3, $4, $5, $6, $7, $8, $9, $10::json, $11::json, $12::bytea, $13, $14, $15::bytea from moved
    ), new_command as (
      insert into command (${commandColumns}) select id, $7, $9, $3, $3, $16 from moved
    )
    select $2::uuid as id, not ${isClockRight} as wrong_clock where not exists (select from moved)`,
}

/** The values of the only entry of the only command; null when the write is anything else. */
function onlyEntry(writes: readonly SessionWrite[]): unknown[] | null {
  const [write, other] = writes
  if (!write || other || write.plans.length > 1) return null
  const [{ texts, commands, locked, marks }] = write.plans
  const [text] = texts
  if (!text || texts.length > 1 || commands.length > 1) return null
  const values = entryValues(write.session.id, text, locked[0] ?? null)
  return [...values, marks[0], commands[0]?.digest ?? null]
}

/** The values of session_id … hash. */
function entryValues(
  session: string,
  { entry, payload, commitments }: Recorded,
  locked: Uint8Array | null,
): unknown[] {
  const { seq, type, version, at, actor, role, commandId, previous, hash } = entry
  return [
    session,
    seq,
    type,
    version,
    at,
    actor,
    role,
    commandId,
    payload,
    commitments,
    locked,
    previous,
    hash,
  ]
}

/** Sessions that another node is writing to are left out. */
function appendMany(moreLists: string, moreNames: string, moreColumns: string, moreInserts: string): string {
  return `
    with asked as (
      select * from rows from (unnest($2::head_row[])${moreLists})
      as asked (id, base, head, head_hash${moreNames})
    ), written as (
      update session set head = asked.head, head_hash = asked.head_hash${moreColumns}
      from asked where session.id = asked.id and session.head = asked.base and ${isClockRight}
        and ${tryToLock('asked.id')}
      returning session.id
    ), new_entry as (
      insert into entry (${entryColumns})
      select ${entryColumns} from unnest($3::entry_row[]) where session_id in (select id from written)
    ), new_command as (
      insert into command (${commandColumns})
      select session_id, actor, command_id, first_seq, seq, digest from unnest($3::entry_row[])
      where first_seq is not null and session_id in (select id from written)
    )${moreInserts}
    select id, not ${isClockRight} as wrong_clock from asked where id not in (select id from written)`
}

const manyEntries = {
  name: 'kaibiao-append-many',
  text: appendMany('', '', '', ''),
}

/** Commands without entries; they are rare. */
const emptyCommandInsert = `, new_empty_command as (
      insert into command (${commandColumns})
      select * from unnest($4::command_row[]) where session_id in (select id from written)
    )`

const withEmptyCommands = {
  name: 'kaibiao-append-empty',
  text: appendMany('', '', '', emptyCommandInsert),
}

const withSectionList = {
  name: 'kaibiao-append-section-list',
  text: appendMany(
    `, unnest($5::text[], $6::integer[], $7::integer[], $8::timestamptz[], $9::text[], $10::text[], $11::integer[],
      $12::integer[], $13::integer[], $14::integer[], $15::text[], $16::timestamptz[], $17::integer[],
      $18::boolean[], $19::text[], $20::integer[])`,
    `, status, flow, bidder_count, ended_at, section_code, section_name, project_kind, qualification, industry,
      specialty, agency_code, opens_at, qualification_method, fixed_price, region, lot_status`,
    `, status = asked.status, flow = asked.flow, bidder_count = asked.bidder_count, ended_at = asked.ended_at,
      section_code = asked.section_code, section_name = asked.section_name, project_kind = asked.project_kind,
      qualification = asked.qualification, industry = asked.industry, specialty = asked.specialty,
      agency_code = asked.agency_code, opens_at = asked.opens_at,
      qualification_method = asked.qualification_method, fixed_price = asked.fixed_price, region = asked.region,
      lot_status = asked.lot_status`,
    `${emptyCommandInsert}, new_bidder as (
      insert into session_bidder (session_id, bidder_code)
      select * from unnest($21::uuid[], $22::text[])
      as new_bidder (session_id, bidder_code) where session_id in (select id from written)
      on conflict do nothing
    )`,
  ),
}

/** Object ids of the row types, which differ from database to database. */
export interface RowTypes {
  readonly head: number
  readonly entry: number
  readonly command: number
}

export async function selectRowTypes(db: Queryable): Promise<RowTypes> {
  const typeOf = (name: string) => `'${name}_row'::regtype::oid::integer as ${name}`
  const { rows } = await db.query<RowTypes>(
    `select ${typeOf('head')}, ${typeOf('entry')}, ${typeOf('command')}`,
  )
  const [types] = rows
  if (!types) throw new Error('the database has no types of rows')
  return types
}

const headRows = createRows(4)
const entryRows = createRows(16)
const emptyCommandRows = createRows(6)

/** $2 … $4: the sessions' heads, their entries, and the commands without entries. */
function listsOf(
  types: RowTypes,
  writes: readonly SessionWrite[],
): [heads: Buffer, entries: Buffer, empty: Buffer] {
  // A throw may have left rows behind.
  for (const rows of [headRows, entryRows, emptyCommandRows]) rows.clear()
  for (const write of writes) {
    const id = write.session.idBytes
    const { head, hash } = foldOf(write)
    headRows.row()
    headRows.uuid(id)
    headRows.integer(write.plans[0].base.head)
    headRows.integer(head)
    headRows.text(hash)
    for (const plan of write.plans) putPlan(id, plan)
  }
  return [headRows.take(types.head), entryRows.take(types.entry), emptyCommandRows.take(types.command)]
}

function putPlan(id: Uint8Array, { texts, commands, locked, marks }: EncryptedPlan): void {
  let next = 0
  for (const command of commands) {
    const { actor, commandId, firstSeq, lastSeq, digest } = command
    if (hasNoEntries(command)) {
      emptyCommandRows.row()
      emptyCommandRows.uuid(id)
      emptyCommandRows.text(actor)
      emptyCommandRows.text(commandId)
      emptyCommandRows.integer(firstSeq)
      emptyCommandRows.integer(lastSeq)
      emptyCommandRows.text(digest)
    }
    for (let seq = firstSeq; seq <= lastSeq; seq += 1) {
      putEntry(id, texts[next], { locked: locked[next], mark: marks[next] }, seq === lastSeq ? command : null)
      next += 1
    }
  }
}

function hasNoEntries({ firstSeq, lastSeq }: CommandRow): boolean {
  return lastSeq < firstSeq
}

function putEntry(
  id: Uint8Array,
  recorded: Recorded | undefined,
  { locked, mark }: { readonly locked: Uint8Array | null | undefined; readonly mark: Buffer | undefined },
  completed: CommandRow | null,
): void {
  if (!recorded || !mark) throw new Error('a command of a plan is without its entries')
  const { entry, payload, commitments } = recorded
  entryRows.row()
  entryRows.uuid(id)
  entryRows.integer(entry.seq)
  entryRows.text(entry.type)
  entryRows.integer(entry.version)
  entryRows.text(entry.at)
  entryRows.text(entry.actor)
  entryRows.text(entry.role)
  entryRows.text(entry.commandId)
  entryRows.json(payload)
  entryRows.json(commitments)
  entryRows.bytea(locked ?? null)
  entryRows.text(entry.previous)
  entryRows.text(entry.hash)
  entryRows.integer(completed?.firstSeq ?? null)
  entryRows.text(completed?.digest ?? null)
  entryRows.bytea(mark)
}
