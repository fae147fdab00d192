import { and, eq, gte, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { BidStatus } from '#domain/session/flow.ts'
import { isoTime } from '#lib/time.ts'
import { mostWatched } from '#protocol/socket/watched.ts'
import type { Database } from '../db/database.ts'
import { session } from '../db/schema.ts'

export interface RunningSection {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly opensAt: Date
}

/** From so long before its opening time a section is on the wall, and so long after it if nobody has begun. */
const before = 30 * 60_000
const notBegunFor = 24 * 3_600_000

/**
 * The sections that are being opened, and those that open within half an hour or were to open within the last day; the
 * nearest opening times first, at most `mostWatched`. `more`: how many there are besides.
 */
export async function findRunning(
  { reads }: Pick<Database, 'reads'>,
  now: number,
): Promise<{ readonly sections: RunningSection[]; readonly more: number }> {
  const { id, sectionCode: code, sectionName: name, opensAt, status } = session
  const begun: BidStatus[] = ['opening', 'to-be-opened']
  const waiting: BidStatus = 'not-opened'
  const isDue = and(eq(status, waiting), gte(opensAt, new Date(now - notBegunFor)))
  const found = await reads
    .select({ id, code, name, opensAt, total: sql<number>`(count(*) over ())::int` })
    .from(session)
    .where(
      and(
        isNotNull(code),
        lte(opensAt, new Date(now + before)),
        or(inArray(status, begun), isDue),
        // As in the index of sections to be opened.
        sql`${status} <> 'opened'`,
      ),
    )
    .orderBy(sql`abs(extract(epoch from ${opensAt} - ${isoTime(now)}::timestamptz))`, id)
    .limit(mostWatched)
  const sections = found.flatMap(({ id, code, name, opensAt }) =>
    code === null || name === null || opensAt === null ? [] : [{ id, code, name, opensAt }],
  )
  return { sections, more: Math.max(0, (found[0]?.total ?? 0) - found.length) }
}
