import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'
import type { ListedSection, SectionChange } from './section-list-changes.ts'

/** Everything that a row shows besides the count. */
const shown = sql<string>`concat_ws(' ', ${session.status}, ${session.lotStatus}, ${session.opensAt},
  ${session.sectionCode}, ${session.sectionName})`

/** Whether a bidder is among those read. */
export type IsAmong = (section: string, bidderCode: string) => boolean

/** Reads what decides who is told of a changed section. */
export function createSectionListReader({ reads }: Database) {
  return {
    async sections(ids: readonly string[]): Promise<ListedSection[]> {
      const enrolled = sql<number>`(select count(*)::int from ${sessionBidder}
        where ${sessionBidder.sessionId} = ${session.id})`
      const { id, agencyCode, opensAt, bidderCount } = session
      return reads
        .select({ id, agencyCode, opensAt, bidderCount, enrolled, shown })
        .from(session)
        .where(inArray(session.id, [...ids]))
    },

    /** What the rows of a bidder's sections show, as long as their opening has not ended. */
    async rowsOf(bidderCode: string): Promise<Pick<ListedSection, 'id' | 'shown'>[]> {
      return reads
        .select({ id: session.id, shown })
        .from(session)
        .innerJoin(sessionBidder, eq(sessionBidder.sessionId, session.id))
        .where(and(eq(sessionBidder.bidderCode, bidderCode), ne(session.status, 'opened')))
    },

    /** The bidders of the sections in which a bidder may have something new to see. */
    async enrolled(changes: readonly SectionChange[]): Promise<IsAmong> {
      const concerning = changes.filter(({ listed, enrolledBefore }) => listed || enrolledBefore !== null)
      const sections = concerning.map(({ section }) => section.id)
      if (sections.length === 0) return isAmong([])
      return isAmong(
        await reads.select().from(sessionBidder).where(inArray(sessionBidder.sessionId, sections)),
      )
    },
  }
}

interface SectionBidder {
  readonly sessionId: string
  readonly bidderCode: string
}

function isAmong(rows: readonly SectionBidder[]): IsAmong {
  const pairs = new Set(rows.map(({ sessionId, bidderCode }) => `${sessionId} ${bidderCode}`))
  return (section, bidderCode) => pairs.has(`${section} ${bidderCode}`)
}
