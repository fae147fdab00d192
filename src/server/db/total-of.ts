import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countedTo } from '#protocol/calls/section-list.ts'
import type { Database } from './database.ts'

/**
 * The number of matches of which `rows` are one page, up to `countedTo`, and whether there are more. A page that is not
 * full is the last one: nothing is counted for it.
 */
export async function totalOf(
  reads: Database['reads'],
  { table, where }: { readonly table: PgTable; readonly where: SQL | undefined },
  { page, pageSize, rows }: { readonly page: number; readonly pageSize: number; readonly rows: number },
): Promise<{ readonly total: number; readonly more: boolean }> {
  const before = (page - 1) * pageSize
  const isLast = rows < pageSize && (rows > 0 || before === 0)
  const total = isLast ? before + rows : await countUpTo(reads, table, where)
  return { total: Math.min(total, countedTo), more: total > countedTo }
}

async function countUpTo(reads: Database['reads'], table: PgTable, where: SQL | undefined): Promise<number> {
  const one = sql`1`.as('one')
  const counted = reads
    .select({ one })
    .from(table)
    .where(where)
    .limit(countedTo + 1)
    .as('counted')
  const [found] = await reads.select({ total: count() }).from(counted)
  return found?.total ?? 0
}
