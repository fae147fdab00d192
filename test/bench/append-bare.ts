import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Entry } from '#domain/entry.ts'

/*
 * The entries of the log written with the driver alone: one statement is one commit. It decides nothing, folds nothing,
 * hashes nothing, encrypts nothing, checks nothing: it is given entries that the log has written before, hashes and
 * all, makes JSON of what is to be JSON, and writes the same columns of the same tables (entry, command, the head of the
 * session) for a session that is just like the other. `sharing` 1 is how one would do it without thinking of a log: each
 * writes for itself, as many at once as the pool has connections. Otherwise whoever waits shares the next statement, as
 * in the log's own writer.
 */

interface Waiting {
  readonly session: string
  readonly entry: Entry
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
    write: (session: string, entry: Entry) =>
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
      JSON.stringify(entry.payload),
      JSON.stringify(entry.commitments),
      secretOf(entry),
      entry.previous,
      entry.hash,
    ],
  })
}

async function writeMany(pool: pg.Pool, batch: readonly Waiting[]): Promise<void> {
  const column = <K extends keyof Entry>(key: K) => batch.map(({ entry }) => entry[key])
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
      batch.map(({ entry }) => JSON.stringify(entry.payload)),
      batch.map(({ entry }) => JSON.stringify(entry.commitments)),
      batch.map(({ entry }) => secretOf(entry)),
      column('previous'),
      column('hash'),
      heads.map(({ session }) => session),
      heads.map(({ entry }) => entry.seq),
      heads.map(({ entry }) => entry.hash),
    ],
  })
}

/** Private fields as they are, for anybody to read. */
function secretOf({ private: secrets }: Entry): Buffer {
  return Buffer.from(JSON.stringify(secrets))
}
