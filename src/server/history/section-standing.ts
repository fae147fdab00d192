import { and, eq } from 'drizzle-orm'
import type { Actor } from '#domain/session/actor.ts'
import type { Standing } from '#domain/session/permissions.ts'
import type { Database } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'

/**
 * An actor's standing in a section by the tables' columns, for sections whose log cannot be folded. A section without
 * an agency belongs to nobody. Null for an unknown section.
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
