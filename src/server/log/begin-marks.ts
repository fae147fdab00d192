import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { doOnce, type OnceWitness } from '../secrets/do-once.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { SectionSecrets } from '../secrets/section-keys.ts'
import { witnessFile } from '../secrets/witness-file.ts'
import { UnwrapError } from '../secrets/wrapping-key.ts'
import { unmarkedMark } from './log-marks.ts'

/** An arbitrary number, the same on every node: one node notes where marks begin, the others wait. */
const beginningLock = 5_271_005
/** The setting that says that they have begun, wrapped like a secret. */
const begunName = 'log-marks'
const rowsAtOnce = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Marks begin in the database of the hall with this data folder, unless they did before. */
export async function beginLogMarks(
  dataDir: string,
  database: Pick<Database, 'pool'>,
  secrets: Pick<Secrets, 'of' | 'sections'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const logs = await beginMarks(database, secrets, witnessFile(dataDir, 'logs-marked'))
  if (logs > 0)
    logger.warn({ logs }, 'the entries that these logs have now are taken on trust; later ones are marked')
}

/**
 * Once for a database: notes for each log up to where it is from before there were marks, which is taken on trust, chain
 * and last hash as they are now (KEY-7). Yields how many logs that are; throws where it was done before and the database
 * no longer says so: whoever removed that wants entries to be trusted that were added since.
 */
export async function beginMarks(
  { pool }: Pick<Database, 'pool'>,
  { of, sections }: Pick<Secrets, 'of' | 'sections'>,
  witness: OnceWitness,
): Promise<number> {
  const once = { lock: beginningLock, name: begunName, witness }
  return doOnce({ pool, of }, once, (client) => noteUnmarked(client, sections, witness))
}

interface LogRow {
  readonly id: string
  readonly head: number
  readonly hash: string
  readonly wrapped: string
}

async function noteUnmarked(
  client: ClientBase,
  sections: Secrets['sections'],
  witness: OnceWitness,
): Promise<number> {
  let noted = 0
  for (let last = beforeAll; ; ) {
    const { rows } = await client.query<LogRow>(
      `select id, head, head_hash as hash, wrapped from session join section_key on session_id = id
       where head > 0 and id > $1 order by id limit ${rowsAtOnce}`,
      [last],
    )
    const end = rows.at(-1)
    if (!end) return noted
    if (witness.has())
      throw new Error(
        `the row ${begunName} of the table setting is missing, although logs were marked before. Nothing was changed. ` +
          'If an older backup was restored on purpose, remove the file logs-marked in DATA_DIR and start again.',
      )
    last = end.id
    noted += await insertUnmarked(client, sections, rows)
  }
}

async function insertUnmarked(
  client: ClientBase,
  sections: Secrets['sections'],
  rows: readonly LogRow[],
): Promise<number> {
  const places: [id: string, head: number, hash: string, mark: Buffer][] = []
  for (const { id, head, hash, wrapped } of rows) {
    const secrets = await sections.unwrap(id, wrapped).catch(unlessUnwrapped)
    if (secrets) places.push([id, head, hash, unmarkedMark({ id, ...secrets }, { head, hash })])
  }
  await client.query(
    `insert into unmarked_log (session_id, head, hash, mark)
     select * from unnest($1::uuid[], $2::integer[], $3::text[], $4::bytea[])
     on conflict (session_id) do update set head = excluded.head, hash = excluded.hash, mark = excluded.mark`,
    [
      places.map(([id]) => id),
      places.map(([, head]) => head),
      places.map(([, , hash]) => hash),
      places.map(([, , , mark]) => mark),
    ],
  )
  return places.length
}

/** Null for a section whose key was altered: nobody reads it any more. */
function unlessUnwrapped(error: unknown): SectionSecrets | null {
  if (error instanceof UnwrapError) return null
  throw error
}
