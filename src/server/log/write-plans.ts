import type { Recorded } from '#domain/entry.ts'
import type { LotStatus } from '#domain/lot.ts'
import { hasSubmitted, type SessionState, submitters } from '#domain/state.ts'
import { qualificationMethodOf } from '#domain/tender.ts'
import type { Random } from '#lib/ports.ts'
import { binaryList, binaryRows, type Element, type ElementType, uuidBytes } from '../db/binary-list.ts'
import type { Fold, Plan } from './batch.ts'
import { lockPrivate } from './private-fields.ts'
import type { Queryable, SessionRow } from './rows.ts'

/*
 * Appending, in one statement that is one commit. What the statement has to carry decides its form: a single entry
 * goes in plain values, several in lists; the hall's columns come along only where they change.
 */

/** A plan with the private fields of its entries encrypted; null for an entry without. */
export interface LockedPlan extends Plan {
  readonly secrets: readonly (Uint8Array | null)[]
}

/** What is to be written of a session: at least one plan, each decided on the one before. */
export interface Write {
  readonly session: SessionRow
  readonly plans: readonly [LockedPlan, ...LockedPlan[]]
}

/** Encrypts what is private in a plan for its place in the log. */
export function lockPlan({ id, privateKey }: SessionRow, plan: Plan, random: Random): LockedPlan {
  const locked: (Uint8Array | null)[] = []
  for (const { entry, secrets } of plan.texts) {
    locked.push(secrets === null ? null : lockPrivate(privateKey, id, entry.seq, secrets, random))
  }
  // Field by field: this is done for every append, and copying one object into another takes several times as long.
  const { base, answers, entries, texts, commands, fold } = plan
  return { base, answers, entries, texts, commands, fold, secrets: locked }
}

/**
 * Writes plans of different sessions in one statement. Of each session the row, the entries, the commands and the
 * projections, and only if its head is still the plan's base: all of it or nothing. Returns the ids of the sessions
 * that were not written. Throws, with nothing written, where a command was done before (unique_violation).
 */
export async function writePlans(
  db: Queryable,
  types: RowTypes,
  writes: readonly Write[],
): Promise<ReadonlySet<string>> {
  const one = onlyEntry(writes)
  const query = writes.some(changesHall)
    ? { ...withHall, values: [...listsOf(types, writes), ...hallLists(writes)] }
    : one
      ? { ...oneEntry, values: one }
      : { ...manyEntries, values: listsOf(types, writes) }
  const { rows } = await db.query<{ id: string }>(query)
  return rows.length === 0 ? none : new Set(rows.map((row) => row.id))
}

const none: ReadonlySet<string> = new Set()

const entryColumns =
  'session_id, seq, type, version, at, actor, role, command_id, payload, commitments, secret, previous, hash'

/** Moving the head keeps two writers apart: whoever waited for the row finds it elsewhere, and writes nothing. */
const oneEntry = {
  name: 'kaibiao-append-one',
  text: `
    with moved as (
      update session set head = $2, head_hash = $13 where id = $1 and head = $2 - 1 returning id
    ), new_entry as (
      insert into entry (${entryColumns})
      select id, $2, $3, $4, $5, $6, $7, $8, $9::json, $10::json, $11::bytea, $12, $13 from moved
    ), new_command as (
      insert into command (session_id, actor, command_id, first_seq, last_seq) select id, $6, $8, $2, $2 from moved
    )
    select $1::uuid as id where not exists (select from moved)`,
}

/** The values of the only entry of the only command; null where there is more, or less, to write. */
function onlyEntry(writes: readonly Write[]): unknown[] | null {
  const [write, other] = writes
  if (!write || other || write.plans.length > 1) return null
  const [{ texts, commands, secrets }] = write.plans
  const [text] = texts
  if (!text || texts.length > 1 || commands.length > 1) return null
  return entryRow(write.session.id, text, secrets[0] ?? null)
}

/** The values of session_id … hash. */
function entryRow(
  session: string | Uint8Array,
  { entry, payload, commitments }: Recorded,
  secret: Uint8Array | null,
): Element[] {
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
    secret,
    previous,
    hash,
  ]
}

/** Sessions whose row another transaction holds are left out: waiting for several could wait in a circle. */
function appendMany(hallSource: string, hallColumns: string, alsoInserted: string): string {
  return `
    with asked as (
      select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::text[]${hallSource})
    ), free as (
      select locked.id from asked cross join lateral (
        select id from session where id = asked.id and head = asked.base limit 1 for update skip locked
      ) as locked
    ), written as (
      update session set head = asked.head, head_hash = asked.head_hash${hallColumns}
      from asked where session.id = asked.id and asked.id in (select id from free)
      returning session.id
    ), new_entry as (
      insert into entry (${entryColumns})
      select * from unnest($5::entry_row[]) where session_id in (select id from written)
    ), new_command as (
      insert into command (session_id, actor, command_id, first_seq, last_seq)
      select * from unnest($6::command_row[]) where session_id in (select id from written)
    )${alsoInserted}
    select id from asked where id not in (select id from written)`
}

const manyEntries = {
  name: 'kaibiao-append-many',
  text: appendMany(') as asked (id, base, head, head_hash', '', ''),
}

const withHall = {
  name: 'kaibiao-append-hall',
  text: appendMany(
    `, $7::text[], $8::integer[], $9::integer[], $10::timestamptz[], $11::text[], $12::text[], $13::integer[],
      $14::integer[], $15::integer[], $16::integer[], $17::text[], $18::timestamptz[], $19::integer[],
      $20::boolean[], $21::text[], $22::integer[])
      as asked (id, base, head, head_hash, status, flow, bidder_count, ended_at, section_code, section_name,
      project_kind, qualification, industry, specialty, agency_code, opens_at, qualification_method, fixed_price,
      region, lot_status`,
    `, status = asked.status, flow = asked.flow, bidder_count = asked.bidder_count, ended_at = asked.ended_at,
      section_code = asked.section_code, section_name = asked.section_name, project_kind = asked.project_kind,
      qualification = asked.qualification, industry = asked.industry, specialty = asked.specialty,
      agency_code = asked.agency_code, opens_at = asked.opens_at,
      qualification_method = asked.qualification_method, fixed_price = asked.fixed_price, region = asked.region,
      lot_status = asked.lot_status`,
    `, new_bidder as (
      insert into session_bidder (session_id, bidder_code)
      select * from unnest($23::uuid[], $24::text[])
      as new_bidder (session_id, bidder_code) where session_id in (select id from written)
      on conflict do nothing
    )`,
  ),
}

/** The types of the rows, which each database numbers for itself. */
export interface RowTypes {
  readonly entry: number
  readonly command: number
}

/** Asked once for a database. */
export async function selectRowTypes(db: Queryable): Promise<RowTypes> {
  const { rows } = await db.query<RowTypes>(
    `select 'entry_row'::regtype::oid::integer as entry, 'command_row'::regtype::oid::integer as command`,
  )
  const [types] = rows
  if (!types) throw new Error('the database has no types of rows')
  return types
}

const entryTypes: readonly ElementType[] = [
  ...(['uuid', 'integer', 'text', 'integer', 'text', 'text', 'text', 'text', 'json', 'json'] as const),
  ...(['bytea', 'text', 'text'] as const),
]
const commandTypes: readonly ElementType[] = ['uuid', 'text', 'text', 'integer', 'integer']

/** $1 … $6: four lists over sessions, the rows of entries, the rows of commands. */
function listsOf(types: RowTypes, writes: readonly Write[]): Buffer[] {
  const heads: Element[][] = [[], [], [], []]
  const entries: Element[][] = []
  const commands: Element[][] = []
  for (const write of writes) {
    const id = uuidBytes(write.session.id)
    const { head, hash } = foldOf(write)
    heads[0]?.push(id)
    heads[1]?.push(write.plans[0].base.head)
    heads[2]?.push(head)
    heads[3]?.push(hash)
    for (const plan of write.plans) {
      for (const { actor, commandId, firstSeq, lastSeq } of plan.commands) {
        commands.push([id, actor, commandId, firstSeq, lastSeq])
      }
      plan.texts.forEach((recorded, i) => {
        entries.push(entryRow(id, recorded, plan.secrets[i] ?? null))
      })
    }
  }
  const headTypes = ['uuid', 'integer', 'integer', 'text'] as const
  return [
    ...headTypes.map((type, i) => binaryList(type, heads[i] ?? [])),
    binaryRows(types.entry, entryTypes, entries),
    binaryRows(types.command, commandTypes, commands),
  ]
}

/** $7 … $24: what the hall lists of each session, and who was enrolled. */
function hallLists(writes: readonly Write[]): unknown[] {
  const rows = writes.map((write) => hallColumns(foldOf(write).state))
  const enrolled = writes.flatMap(({ session, plans }) =>
    plans
      .flatMap(({ entries }) => entries.filter(({ type }) => type === 'BidderEnrolled'))
      .map((entry) => ({ session, entry })),
  )
  return [
    ...Array.from({ length: hallColumnCount }, (_, i) => rows.map((columns) => columns[i])),
    enrolled.map(({ session }) => session.id),
    enrolled.map(({ entry }) => (entry.payload as { bidderCode: string }).bidderCode),
  ]
}

const hallColumnCount = 16

/** The values of status … lot_status. */
function hallColumns(state: SessionState): unknown[] {
  const { tender, status, flow, endedAt } = state
  const { sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode, opensAt } =
    tender ?? {}
  const described = [sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode]
  const filtered = [
    tender && qualificationMethodOf(tender),
    tender?.fixedPrice ?? false,
    tender?.region,
    lotCodes[state.lot],
  ]
  return [status, flow, submitters(state).length, endedAt, ...described, opensAt, ...filtered]
}

/** BDZHUANGTAI (S0 §2); an application for failure is no failure yet. */
const lotCodes: Readonly<Record<LotStatus, number>> = {
  open: 0,
  'failure-pending': 0,
  failed: 2,
  stopped: 3,
  paused: 4,
}

/** Whether the hall lists the session otherwise from now on; asked without counting its bidders. */
function changesHall(write: Write): boolean {
  const before = write.plans[0].base.state
  const after = foldOf(write).state
  if (before.tender !== after.tender || before.status !== after.status) return true
  if (before.flow !== after.flow || before.endedAt !== after.endedAt || before.lot !== after.lot) return true
  return write.plans.some(({ entries }) =>
    entries.some(({ type, payload }) => {
      if (type === 'BidderEnrolled' || type === 'BidsFrozen') return true
      if (type !== 'BidSubmitted') return false
      const { bidderCode } = payload as { bidderCode: string }
      const [was, is] = [before.bidders[bidderCode], after.bidders[bidderCode]]
      return is !== undefined && hasSubmitted(after, is) !== (was !== undefined && hasSubmitted(before, was))
    }),
  )
}

/** Where the last of the plans leads to. */
function foldOf({ plans }: Write): Fold {
  return (plans.at(-1) ?? plans[0]).fold
}
