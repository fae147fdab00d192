import { and, eq } from 'drizzle-orm'
import type { Actor } from '#domain/session/actor.ts'
import type { Standing } from '#domain/session/permissions.ts'
import type { Database } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'

/**
 * How somebody stands to a section as the tables' own columns say, for where its log has no state to tell it. A
 * section that no unit is named for is nobody's. Null for an unknown one.
 */
export async function readStanding(
  { reads }: Pick<Database, 'reads'>,
  sessionId: string,
  { unitCode }: Actor,
): Promise<Standing | null> {
  const theirs = and(eq(sessionBidder.sessionId, session.id), eq(sessionBidder.bidderCode, unitCode ?? ''))
  const [row] = await reads
    .select({ agencyCode: session.agencyCode, enrolled: sessionBidder.bidderCode })
    .from(session)
    .leftJoin(sessionBidder, theirs)
    .where(eq(session.id, sessionId))
  if (!row) return null
  return { leads: unitCode !== null && unitCode === row.agencyCode, isEnrolled: row.enrolled !== null }
}
