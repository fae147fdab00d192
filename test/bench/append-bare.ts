import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Entry } from '#domain/log/entry.ts'

/*
 * The baseline of appending: the bare driver writes entries that the log has written before, one statement a commit.
 * It neither decides nor folds, hashes, encrypts or checks. It encodes the JSON and writes the same columns of the
 * same tables (entry, command, the session's head) for an equal session.
 */

/** Entries of one session that are written together. */
interface Batch {
  readonly session: string
  readonly entries: readonly Entry[]
}

interface Waiting extends Batch {
  resolve(): void
  reject(reason: unknown): void
}

const sessionColumns = `epoch, head, head_hash, seal_recipient, status, flow, bidder_count,
  ended_at, section_code, section_name, project_kind, qualification, industry, specialty, agency_code, opens_at`

export interface Manner {
  /** Batches, of different sessions, that share a statement at most. */
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
      const batches = queue.splice(0, sharing)
      try {
        await write(pool, batches)
        for (const { resolve } of batches) resolve()
      } catch (error) {
        for (const { reject } of batches) reject(error)
      }
    }
    busy -= 1
  }

  return {
    /** Copies a session's row under another id. */
    async copySession(like: string): Promise<string> {
      const id = randomUUID()
      await pool.query(
        `insert into session (id, ${sessionColumns}) select $1, ${sessionColumns} from session where id = $2`,
        [id, like],
      )
      return id
    },
    write: (session: string, entries: readonly Entry[]) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ session, entries, resolve, reject })
        if (busy < statementsAtOnce) void drain()
      }),
  }
}

/** SQL: as long as a mark. */
const mark = `'\\x000102030405060708090a0b0c0d0e0f'::bytea`

function write(pool: pg.Pool, batches: readonly Batch[]): Promise<void> {
  const rows = batches.flatMap(({ session, entries }) => entries.map((entry) => ({ session, entry })))
  const [first, ...more] = rows
  return first && more.length === 0 ? writeOne(pool, first) : writeMany(pool, rows)
}

interface Row {
  readonly session: string
  readonly entry: Entry
}

async function writeOne(pool: pg.Pool, { session, entry }: Row): Promise<void> {
  await pool.query({
    name: 'bare-one',
    text: `
      with new_entry as (
        insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, locked,
          previous, hash, mark) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${mark})
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

async function writeMany(pool: pg.Pool, rows: readonly Row[]): Promise<void> {
  const column = <K extends keyof Entry>(key: K) => rows.map(({ entry }) => entry[key])
  const heads = [...new Map(rows.map((row) => [row.session, row])).values()]
  await pool.query({
    name: 'bare-many',
    text: `
      with row as (
        select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::json[], $10::json[], $11::bytea[], $12::text[], $13::text[])
        as row (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, locked, previous,
          hash)
      ), new_entry as (
        insert into entry (session_id, seq, type, version, at, actor, role, command_id, payload, commitments, locked,
          previous, hash, mark) select row.*, ${mark} from row
      ), new_command as (
        insert into command (session_id, actor, command_id, first_seq, last_seq)
        select session_id, actor, command_id, seq, seq from row
      )
      update session set head = last.seq, head_hash = last.hash
      from unnest($14::uuid[], $15::integer[], $16::text[]) as last (id, seq, hash) where session.id = last.id`,
    values: [
      rows.map(({ session }) => session),
      column('seq'),
      column('type'),
      column('version'),
      column('at'),
      column('actor'),
      column('role'),
      column('commandId'),
      rows.map(({ entry }) => JSON.stringify(entry.payload)),
      rows.map(({ entry }) => JSON.stringify(entry.commitments)),
      rows.map(({ entry }) => secretOf(entry)),
      column('previous'),
      column('hash'),
      heads.map(({ session }) => session),
      heads.map(({ entry }) => entry.seq),
      heads.map(({ entry }) => entry.hash),
    ],
  })
}

/** Private fields, unencrypted. */
function secretOf({ private: secrets }: Entry): Buffer {
  return Buffer.from(JSON.stringify(secrets))
}
