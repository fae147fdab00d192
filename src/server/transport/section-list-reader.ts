import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { flow } from '#domain/session/flow.ts'
import type { Database } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import { readUnderWay } from '../session/read-under-way.ts'
import type { ListedSection, SectionChange } from './section-list-changes.ts'

/** Everything that a row shows besides the count, the step and the open window. */
const columns = sql<string>`concat_ws(' ', ${session.status}, ${session.lotStatus}, ${session.opensAt},
  ${session.sectionCode}, ${session.sectionName})`
/** Only such a section has a step other than the first, or a window. */
const isUnderWay = sql<boolean>`${session.flow} >= ${flow.opening} and ${session.endedAt} is null`

/** Whether a bidder is among those read. */
export type IsAmong = (section: string, bidderCode: string) => boolean

/** Reads what decides who is told of a changed section. */
export function createSectionListReader({ reads }: Database, log: Pick<SessionLogReader, 'state'>) {
  /** Everything that a row shows besides the count (LST-14), in one text. */
  async function shownOf({ id, columns, isUnderWay }: Shown): Promise<string> {
    if (!isUnderWay) return columns
    const { step, window } = (await readUnderWay(() => log.state(id))) ?? {}
    return [columns, step, window?.name, window?.deadline].join(' ')
  }

  return {
    async sections(ids: readonly string[]): Promise<ListedSection[]> {
      const enrolled = sql<number>`(select count(*)::int from ${sessionBidder}
        where ${sessionBidder.sessionId} = ${session.id})`
      const { id, agencyCode, opensAt, bidderCount } = session
      const rows = await reads
        .select({ id, agencyCode, opensAt, bidderCount, enrolled, columns, isUnderWay })
        .from(session)
        .where(inArray(session.id, [...ids]))
      return Promise.all(
        rows.map(async ({ columns, isUnderWay, ...row }) => ({
          ...row,
          shown: await shownOf({ id: row.id, columns, isUnderWay }),
        })),
      )
    },

    /** What the rows of a bidder's sections show, as long as their opening has not ended. */
    async rowsOf(bidderCode: string): Promise<Pick<ListedSection, 'id' | 'shown'>[]> {
      const rows = await reads
        .select({ id: session.id, columns, isUnderWay })
        .from(session)
        .innerJoin(sessionBidder, eq(sessionBidder.sessionId, session.id))
        .where(and(eq(sessionBidder.bidderCode, bidderCode), ne(session.status, 'opened')))
      return Promise.all(rows.map(async (row) => ({ id: row.id, shown: await shownOf(row) })))
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

interface Shown {
  readonly id: string
  readonly columns: string
  readonly isUnderWay: boolean
}

interface SectionBidder {
  readonly sessionId: string
  readonly bidderCode: string
}

function isAmong(rows: readonly SectionBidder[]): IsAmong {
  const pairs = new Set(rows.map(({ sessionId, bidderCode }) => `${sessionId} ${bidderCode}`))
  return (section, bidderCode) => pairs.has(`${section} ${bidderCode}`)
}
