import type { ClientBase, Pool } from 'pg'
import type { Entry } from '#domain/entry.ts'
import { type SessionState, submitters } from '#domain/state.ts'
import type { Random } from '#lib/ports.ts'
import type { CommandRow, Fold, Plan } from './batch.ts'
import type { NewSession } from './log.ts'
import { lockPrivate, unlockPrivate } from './private-fields.ts'

/* The log's SQL. Statements are named, so that each connection prepares them once. */

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
    text: `select actor, command_id as "commandId", first_seq as "firstSeq", last_seq as "lastSeq"
           from command join unnest($2::text[], $3::text[]) as asked (actor, command_id) using (actor, command_id)
           where session_id = $1`,
    values: [id, asked.map((row) => row.actor), asked.map((row) => row.commandId)],
  })
  return rows
}

/**
 * Writes a plan in one statement: the session's row, and only if its head is still the plan's base and no command of
 * it was appended before, the entries, the commands and the projections. False when nothing was written.
 */
export async function writePlan(
  db: Queryable,
  { id, privateKey }: SessionRow,
  base: Fold,
  { entries, commands, fold }: Plan,
  random: Random,
): Promise<boolean> {
  const column = <K extends keyof Entry>(key: K) => entries.map((entry) => entry[key])
  const texts = (key: 'payload' | 'commitments') => entries.map((entry) => JSON.stringify(entry[key]))
  const { rows } = await db.query<{ written: number }>({
    name: 'kaibiao-append',
    text: appendStatement,
    values: [
      id,
      base.head,
      fold.head,
      fold.hash,
      ...hallColumns(fold.state),
      commands.map((row) => row.actor),
      commands.map((row) => row.commandId),
      commands.map((row) => row.firstSeq),
      commands.map((row) => row.lastSeq),
      enrolledIn(entries),
      column('seq'),
      column('type'),
      column('version'),
      column('at'),
      column('actor'),
      column('role'),
      column('commandId'),
      texts('payload'),
      texts('commitments'),
      entries.map((entry) => lockPrivate(privateKey, id, entry, random)),
      column('previous'),
      column('hash'),
    ],
  })
  return rows[0]?.written === 1
}

const appendStatement = `
  with written as (
    update session set head = $3, head_hash = $4, status = $5, flow = $6, bidder_count = $7, ended_at = $8,
      section_code = $9, section_name = $10, project_kind = $11, qualification = $12, industry = $13,
      specialty = $14, agency_code = $15, opens_at = $16
    where id = $1 and head = $2 and not exists (
      select 1 from command join unnest($17::text[], $18::text[]) as asked (actor, command_id)
        using (actor, command_id)
      where session_id = $1)
    returning id
  ), new_entry as (
    insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, secret,
      previous, hash)
    select written.id, row.* from written, unnest($22::integer[], $23::text[], $24::integer[], $25::text[],
      $26::text[], $27::text[], $28::text[], $29::json[], $30::json[], $31::bytea[], $32::text[], $33::text[]) as row
  ), new_command as (
    insert into command (session_id, actor, command_id, first_seq, last_seq)
    select written.id, row.*
    from written, unnest($17::text[], $18::text[], $19::integer[], $20::integer[]) as row
  ), new_bidder as (
    insert into session_bidder (session_id, bidder_code)
    select written.id, code from written, unnest($21::text[]) as code
    on conflict do nothing
  )
  select count(*)::integer as written from written`

/** The values of status … opens_at in the statement above. */
function hallColumns({ tender, status, flow, endedAt, ...state }: SessionState): unknown[] {
  const counted = submitters({ tender, status, flow, endedAt, ...state }).length
  const { sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode, opensAt } =
    tender ?? {}
  const described = [sectionCode, sectionName, projectKind, qualification, industry, specialty, agencyCode]
  return [status, flow, counted, endedAt, ...described, opensAt]
}

/** Bidders whom these entries enrol. */
function enrolledIn(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) =>
    entry.type === 'BidderEnrolled' ? [(entry.payload as { bidderCode: string }).bidderCode] : [],
  )
}
