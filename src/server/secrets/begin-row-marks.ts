import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { beatFields, lineFields, outageFields } from '../health/evidence-fields.ts'
import { contactFields, depositFields } from '../platform/reported.ts'
import { doOnce, type OnceWitness } from './do-once.ts'
import type { MarkedFields, Marks } from './marks.ts'
import type { Secrets } from './secrets.ts'
import { witnessFile } from './witness-file.ts'

/* Tables whose rows got marks later than accounts and logins: what is there at the first start is marked as it is. */

/** One node marks the rows, the others wait. */
const beginningLock = 5_271_006
const begunName = 'row-marks'
const rowsAtOnce = 1000

interface Begun {
  readonly table: string
  readonly columns: string
  markOf(marks: Marks, row: unknown): string
}

const begunTables: readonly Begun[] = [
  begun('node_beat', 'node, at', 'node-beat', beatFields),
  begun('hall_outage', 'from_at as "fromAt", to_at as "toAt"', 'hall-outage', outageFields),
  begun(
    'bidder_line',
    `id, session_id as "sessionId", bidder_code as "bidderCode", node, from_at as "fromAt", until_at as "untilAt"`,
    'bidder-line',
    lineFields,
  ),
  begun(
    'deposit',
    `session_id as "sessionId", bidder_code as "bidderCode", amount, mode, status, bound,
     apply_result as "applyResult", account, account_name as "accountName", account_code as "accountCode",
     receipt_number as "receiptNumber", paid_at as "paidAt", remark, updated_at as "updatedAt"`,
    'deposit',
    depositFields,
  ),
  begun(
    'bidder_contact',
    `session_id as "sessionId", bidder_code as "bidderCode", name, phone, updated_at as "updatedAt"`,
    'bidder-contact',
    contactFields,
  ),
]

function begun<Row>(
  table: string,
  columns: string,
  name: Parameters<Marks['of']>[0],
  fields: (row: Row) => MarkedFields,
): Begun {
  return { table, columns, markOf: (marks, row) => marks.of(name, fields(row as Row)) }
}

/** Marks begin in the database of the hall with this data folder, unless they did before. */
export async function beginRowMarks(
  dataDir: string,
  database: Pick<Database, 'pool'>,
  secrets: Pick<Secrets, 'of' | 'marks'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const rows = await markRowsOfBefore(database, secrets, witnessFile(dataDir, 'rows-marked'))
  if (rows > 0)
    logger.warn(
      { rows },
      'outages, lines, deposits and contacts are taken on trust as they are; later ones are marked',
    )
}

/**
 * Once for a database: marks the rows of evidence and reports that are there (KEY-5). Yields how many; throws where it was
 * done before and the database no longer says so.
 */
export function markRowsOfBefore(
  { pool }: Pick<Database, 'pool'>,
  { of, marks }: Pick<Secrets, 'of' | 'marks'>,
  witness: OnceWitness,
): Promise<number> {
  return doOnce({ pool, of }, { lock: beginningLock, name: begunName, witness }, async (client) => {
    let marked = 0
    for (const one of begunTables) marked += await markTable(client, one, marks, witness)
    return marked
  })
}

async function markTable(
  client: ClientBase,
  { table, columns, markOf }: Begun,
  marks: Marks,
  witness: OnceWitness,
): Promise<number> {
  for (let marked = 0; ; ) {
    const { rows } = await client.query<{ place: string }>(
      `select ctid::text as place, ${columns} from ${table} where mark is null limit ${rowsAtOnce} for update`,
    )
    if (rows.length === 0) return marked
    if (witness.has())
      throw new Error(
        `the row ${begunName} of the table setting is missing, although rows were marked before. Nothing was changed. ` +
          'If an older backup was restored on purpose, remove the file rows-marked in DATA_DIR and start again.',
      )
    await client.query(
      `update ${table} set mark = made.mark from unnest($1::text[], $2::text[]) as made (place, mark)
       where ${table}.ctid = made.place::tid`,
      [rows.map(({ place }) => place), rows.map((row) => markOf(marks, row))],
    )
    marked += rows.length
  }
}
