import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/*
 * The rows of the log written with the driver alone: one statement is one commit. It decides nothing, hashes nothing,
 * encrypts nothing, checks nothing: it is given rows that the log has written before, every text in them ready, and
 * writes the same columns of the same tables (entry, command, the head of the session) for a session that is just
 * like the other. `sharing` 1 is how one would do it without thinking of a log: each writes for itself, as many at
 * once as the pool has connections. Otherwise whoever waits shares the next statement, as in the log's own writer.
 */

/** A row of `entry` as it stands there, its JSON as text. */
export interface EntryRow {
  readonly seq: number
  readonly type: string
  readonly version: number
  readonly at: string
  readonly actor: string
  readonly role: string
  readonly commandId: string
  readonly payload: string
  readonly commitments: string
  readonly secret: Buffer | null
  readonly previous: string
  readonly hash: string
}

interface Waiting {
  readonly session: string
  readonly entry: EntryRow
  resolve(): void
  reject(reason: unknown): void
}

const sessionColumns = `epoch, head, head_hash, private_key, seal_identity, seal_recipient, status, flow, bidder_count,
  ended_at, section_code, section_name, project_kind, qualification, industry, specialty, agency_code, opens_at`

export interface Manner {
  readonly sharing: number
  readonly statementsAtOnce: number
}

export function createBareWriter(pool: pg.Pool, { sharing, statementsAtOnce }: Manner) {
  const queue: Waiting[] = []
  let busy = 0

  async function drain(): Promise<void> {
    busy += 1
    await Promise.resolve()
    while (queue.length > 0) {
      const batch = queue.splice(0, sharing)
      try {
        if (batch.length === 1 && batch[0]) await writeOne(pool, batch[0])
        else await writeMany(pool, batch)
        for (const waiting of batch) waiting.resolve()
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
    }
    busy -= 1
  }

  return {
    /** A session whose row is just like another one's. */
    async copySession(like: string): Promise<string> {
      const id = randomUUID()
      await pool.query(
        `insert into session (id, ${sessionColumns}) select $1, ${sessionColumns} from session where id = $2`,
        [id, like],
      )
      return id
    },
    /** The newest rows of a session, oldest first. */
    async newest(session: string, count: number): Promise<readonly EntryRow[]> {
      const { rows } = await pool.query<EntryRow>(
        `select seq, type, version, at, actor, role, command_id as "commandId", payload::text, commitments::text,
           secret, previous, hash from entry where session_id = $1 order by seq desc limit $2`,
        [session, count],
      )
      if (rows.length !== count) throw new Error('not everything was appended')
      return rows.reverse()
    },
    write: (session: string, entry: EntryRow) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ session, entry, resolve, reject })
        if (busy < statementsAtOnce) void drain()
      }),
  }
}

async function writeOne(pool: pg.Pool, { session, entry }: Waiting): Promise<void> {
  await pool.query({
    name: 'bare-one',
    text: `
      with new_entry as (
        insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, secret,
          previous, hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      ), new_command as (
        insert into command (session_id, actor, command_id, first_seq, last_seq) values ($1, $6, $8, $2, $2)
      )
      update session set head = $2, head_hash = $13 where id = $1`,
    values: [
      session,
      entry.seq,
      entry.type,
      entry.version,
      entry.at,
      entry.actor,
      entry.role,
      entry.commandId,
      entry.payload,
      entry.commitments,
      entry.secret,
      entry.previous,
      entry.hash,
    ],
  })
}

async function writeMany(pool: pg.Pool, batch: readonly Waiting[]): Promise<void> {
  const column = <K extends keyof EntryRow>(key: K) => batch.map(({ entry }) => entry[key])
  const heads = [...new Map(batch.map((waiting) => [waiting.session, waiting])).values()]
  await pool.query({
    name: 'bare-many',
    text: `
      with row as (
        select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::json[], $10::json[], $11::bytea[], $12::text[], $13::text[])
        as row (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, secret, previous,
          hash)
      ), new_entry as (
        insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, secret,
          previous, hash) select * from row
      ), new_command as (
        insert into command (session_id, actor, command_id, first_seq, last_seq)
        select session_id, actor, command_id, seq, seq from row
      )
      update session set head = last.seq, head_hash = last.hash
      from unnest($14::uuid[], $15::integer[], $16::text[]) as last (id, seq, hash) where session.id = last.id`,
    values: [
      batch.map(({ session }) => session),
      column('seq'),
      column('type'),
      column('version'),
      column('at'),
      column('actor'),
      column('role'),
      column('commandId'),
      column('payload'),
      column('commitments'),
      column('secret'),
      column('previous'),
      column('hash'),
      heads.map(({ session }) => session),
      heads.map(({ entry }) => entry.seq),
      heads.map(({ entry }) => entry.hash),
    ],
  })
}
