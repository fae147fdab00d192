import type { ClientBase, Pool } from 'pg'
import type { Entry } from '#domain/entry.ts'
import { type SessionState, submitters } from '#domain/state.ts'
import type { Random } from '#lib/ports.ts'
import type { CommandRow, Fold, Plan } from './batch.ts'
import type { NewSession } from './log.ts'
import { lockPrivate, unlockPrivate } from './private-fields.ts'

/*
 * The log's SQL. Statements are named, so that each connection prepares them once. A lateral `limit 1` keeps the
 * planner to looking keys up one by one, whatever it believes about a table's size when it plans.
 */

export type Queryable = Pool | ClientBase

/** What never changes about a session. */
export interface SessionRow {
  readonly id: string
  readonly epoch: string
  readonly privateKey: Uint8Array
  readonly sealIdentity: string
  readonly sealRecipient: string
}

export async function insertSession(
  db: Queryable,
  session: NewSession & { epoch: string; privateKey: Uint8Array; fold: Fold },
): Promise<string> {
  const { id, epoch, privateKey, sealIdentity, sealRecipient, fold } = session
  await db.query(
    `insert into session (id, epoch, head_hash, private_key, seal_identity, seal_recipient, status, flow)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [
      id,
      epoch,
      fold.hash,
      Buffer.from(privateKey),
      sealIdentity,
      sealRecipient,
      fold.state.status,
      fold.state.flow,
    ],
  )
  const { rows } = await db.query<{ epoch: string }>('select epoch from session where id = $1', [id])
  return rows[0]?.epoch ?? epoch
}

export async function selectSession(db: Queryable, id: string): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>({
    name: 'kaibiao-session',
    text: `select id, epoch, private_key as "privateKey", seal_identity as "sealIdentity",
             seal_recipient as "sealRecipient"
           from session where id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

interface EntryRow extends Omit<Entry, 'private'> {
  readonly secret: Buffer | null
}

/** At most `limit` entries after `after`, in order. One statement sees a whole number of appends. */
export async function selectEntries(
  db: Queryable,
  { id, privateKey }: SessionRow,
  after: number,
  limit: number,
): Promise<Entry[]> {
  const { rows } = await db.query<EntryRow>({
    name: 'kaibiao-entries',
    text: `select seq, type, version, at, actor, role, command_id as "commandId", payload, commitments, secret,
             previous, hash
           from entry where session_id = $1 and seq > $2 order by seq limit $3`,
    values: [id, after, limit],
  })
  return rows.map(({ secret, ...open }) => ({
    ...open,
    private: unlockPrivate(privateKey, id, open.seq, secret),
  }))
}

/** Keeps every other writer of the session out until the transaction ends. */
export async function lockSession(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'kaibiao-lock',
    text: 'select 1 from session where id = $1 for update',
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
             found.last_seq as "lastSeq"
           from unnest($2::text[], $3::text[]) as asked (actor, command_id) cross join lateral (
             select * from command
             where session_id = $1 and actor = asked.actor and command_id = asked.command_id limit 1
           ) as found`,
    values: [id, asked.map((row) => row.actor), asked.map((row) => row.commandId)],
  })
  return rows
}

/** A plan to be written, with the fold it was decided on. */
export interface Write {
  readonly session: SessionRow
  readonly base: Fold
  readonly plan: Plan
}

/**
 * Writes plans of different sessions in one statement. Of each session the row, the entries, the commands and the
 * projections, and only if its head is still the plan's base and nobody else has the row locked: all of it or nothing.
 * Returns the ids of the sessions that were written. Throws, with nothing written, where a command was done before
 * (unique_violation).
 */
export async function writePlans(
  db: Queryable,
  writes: readonly Write[],
  random: Random,
): Promise<Set<string>> {
  const entries = writes.flatMap(({ session, plan }) => plan.entries.map((entry) => ({ session, entry })))
  const commands = writes.flatMap(({ session, plan }) => plan.commands.map((row) => ({ ...row, session })))
  const enrolled = entries.filter(({ entry }) => entry.type === 'BidderEnrolled')
  const column = <K extends keyof Entry>(key: K) => entries.map(({ entry }) => entry[key])
  const texts = (key: 'payload' | 'commitments') => entries.map(({ entry }) => JSON.stringify(entry[key]))
  const hall = writes.map(({ plan }) => hallColumns(plan.fold.state))
  const { rows } = await db.query<{ id: string }>({
    name: 'kaibiao-append',
    text: appendStatement,
    values: [
      writes.map(({ session }) => session.id),
      writes.map(({ base }) => base.head),
      writes.map(({ plan }) => plan.fold.head),
      writes.map(({ plan }) => plan.fold.hash),
      ...Array.from({ length: hallColumnCount }, (_, i) => hall.map((columns) => columns[i])),
      commands.map((row) => row.session.id),
      commands.map((row) => row.actor),
      commands.map((row) => row.commandId),
      commands.map((row) => row.firstSeq),
      commands.map((row) => row.lastSeq),
      enrolled.map(({ session }) => session.id),
      enrolled.map(({ entry }) => (entry.payload as { bidderCode: string }).bidderCode),
      entries.map(({ session }) => session.id),
      column('seq'),
      column('type'),
      column('version'),
      column('at'),
      column('actor'),
      column('role'),
      column('commandId'),
      texts('payload'),
      texts('commitments'),
      entries.map(({ session, entry }) => lockPrivate(session.privateKey, session.id, entry, random)),
      column('previous'),
      column('hash'),
    ],
  })
  return new Set(rows.map((row) => row.id))
}

const appendStatement = `
  with asked as (
    select * from unnest($1::uuid[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::integer[],
      $7::integer[], $8::timestamptz[], $9::text[], $10::text[], $11::integer[], $12::integer[], $13::integer[],
      $14::integer[], $15::text[], $16::timestamptz[])
    as asked (id, base, head, head_hash, status, flow, bidder_count, ended_at, section_code, section_name,
      project_kind, qualification, industry, specialty, agency_code, opens_at)
  ), given as (
    select * from unnest($17::uuid[], $18::text[], $19::text[], $20::integer[], $21::integer[])
    as given (session_id, actor, command_id, first_seq, last_seq)
  ), free as (
    select locked.id from asked cross join lateral (
      select id from session where id = asked.id and head = asked.base limit 1 for update skip locked
    ) as locked
  ), written as (
    update session set head = asked.head, head_hash = asked.head_hash, status = asked.status, flow = asked.flow,
      bidder_count = asked.bidder_count, ended_at = asked.ended_at, section_code = asked.section_code,
      section_name = asked.section_name, project_kind = asked.project_kind, qualification = asked.qualification,
      industry = asked.industry, specialty = asked.specialty, agency_code = asked.agency_code,
      opens_at = asked.opens_at
    from asked where session.id = asked.id and asked.id in (select id from free)
    returning session.id
  ), new_entry as (
    insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, secret,
      previous, hash)
    select * from unnest($24::uuid[], $25::integer[], $26::text[], $27::integer[], $28::text[], $29::text[],
      $30::text[], $31::text[], $32::json[], $33::json[], $34::bytea[], $35::text[], $36::text[])
    as new_entry (session_id) where session_id in (select id from written)
  ), new_command as (
    insert into command (session_id, actor, command_id, first_seq, last_seq)
    select * from given where session_id in (select id from written)
  ), new_bidder as (
    insert into session_bidder (session_id, bidder_code)
    select * from unnest($22::uuid[], $23::text[])
    as new_bidder (session_id, bidder_code) where session_id in (select id from written)
    on conflict do nothing
  )
  select id from written`

const hallColumnCount = 12

/** The values of status … opens_at in the statement above. */
function hallColumns(state: SessionState): unknown[] {
  const { tender, status, flow, endedAt } = state
  const { sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode, opensAt } =
    tender ?? {}
  const described = [sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode]
  return [status, flow, submitters(state).length, endedAt, ...described, opensAt]
}
