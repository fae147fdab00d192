import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { ListedSection, SectionChange } from './section-list-changes.ts'

/** Whether a bidder is among those read. */
export type IsAmong = (section: string, bidderCode: string) => boolean

/** Reads what decides who is told of a changed section. */
export function createSectionListReader({ reads }: Database, log: Pick<SessionLogReader, 'state'>) {
  return {
    async sections(ids: readonly string[]): Promise<ListedSection[]> {
      const shown = sql<string>`concat_ws(' ', ${session.status}, ${session.lotStatus}, ${session.opensAt},
        ${session.sectionCode}, ${session.sectionName})`
      const enrolled = sql<number>`(select count(*)::int from ${sessionBidder}
        where ${sessionBidder.sessionId} = ${session.id})`
      const { id, agencyCode, opensAt, bidderCount } = session
      return reads
        .select({ id, agencyCode, opensAt, bidderCount, enrolled, shown })
        .from(session)
        .where(inArray(session.id, [...ids]))
    },

    /** The bidders of the sections whose rows have changed. */
    async enrolled(changes: readonly SectionChange[]): Promise<IsAmong> {
      const sections = changes.filter(({ listed }) => listed).map(({ section }) => section.id)
      if (sections.length === 0) return isAmong([])
      return isAmong(
        await reads.select().from(sessionBidder).where(inArray(sessionBidder.sessionId, sections)),
      )
    },

    /** The bidders who enrolled since the last check; the log has bidders in order of enrolment. */
    async joined(changes: readonly SectionChange[]): Promise<IsAmong> {
      const rows: SectionBidder[] = []
      for (const { section, enrolledBefore } of changes) {
        if (enrolledBefore === null) continue
        const known = await log.state(section.id)
        const newcomers = known?.unredactedState.order.slice(enrolledBefore) ?? []
        rows.push(...newcomers.map((bidderCode) => ({ sessionId: section.id, bidderCode })))
      }
      return isAmong(rows)
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
