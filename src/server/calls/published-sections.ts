import { and, asc, desc, eq, exists, gte, ilike, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/session/actor.ts'
import type { BidStatus } from '#domain/session/flow.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import type { SectionListRow, SectionListSortColumn } from '#protocol/calls/section-list.ts'
import { lotCodes } from '#protocol/lot-status.ts'
import type { Variant } from '#variants/schema.ts'
import type { Database } from '../db/database.ts'
import { session, sessionBidder } from '../db/schema.ts'
import { totalOf } from '../db/total-of.ts'

/** The filter; a missing field matches all sections. */
export interface Search {
  readonly ended: boolean
  readonly qualification?: number | undefined
  readonly qualificationMethod?: number | undefined
  readonly projectKind?: number | undefined
  readonly industry?: number | undefined
  readonly specialty?: number | undefined
  readonly fixedPrice?: number | undefined
  readonly region?: string | undefined
  readonly bidderCode?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly text?: string | undefined
  /** Only later publications; newest first, unless `sortBy` is given. */
  readonly publishedAfter?: Date | undefined
  readonly sortBy?: SectionListSortColumn | undefined
  /** Sections that open after it have no bidder count to sort by: the order would tell it (LST-3). */
  readonly countsUntil?: Date | undefined
  readonly descending: boolean
  readonly page: number
  readonly pageSize: number
}

/** One page of the matching sections that the caller may see, and their number up to `countedTo`. */
export async function readPage({ reads }: Database, actor: Actor, search: Search) {
  const where = and(published, visibleTo(reads, actor), ...matching(reads, search))
  const rows = await (isAgenda(search) && !usesPairs(search) ? readAgenda : readOrdered)(reads, where, search)
  const counted = await totalOf(reads, { table: session, where }, { ...search, rows: rows.length })
  return { rows: rows.filter(isPublished), ...counted }
}

function readOrdered(reads: Database['reads'], where: SQL | undefined, search: Search): Promise<Row[]> {
  const { page, pageSize } = search
  return reads
    .select(listed)
    .from(session)
    .where(where)
    .orderBy(...orderOf(search))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

/** The list of sections to be opened in its own order (LST-1). */
function isAgenda({ ended, sortBy, publishedAfter }: Search): boolean {
  return !ended && !sortBy && !publishedAfter
}

/**
 * A page of the sections to be opened, soonest first, and after them of the stopped and failed ones (LST-1). They are
 * read apart because there is an index for either order and none for both. What a text finds is few and sorted at once.
 */
async function readAgenda(reads: Database['reads'], where: SQL | undefined, search: Search): Promise<Row[]> {
  const { page, pageSize } = search
  const before = (page - 1) * pageSize
  const going = and(where, sql`not ${ended}`)
  const rows = await readOrdered(reads, going, search)
  if (rows.length === pageSize) return rows
  const all = rows.length > 0 || page === 1 ? before + rows.length : await reads.$count(session, going)
  const over = await reads
    .select(listed)
    .from(session)
    .where(and(where, ended))
    .orderBy(desc(session.opensAt), ...amongEqual)
    .limit(pageSize - rows.length)
    .offset(Math.max(0, before - all))
  return [...rows, ...over]
}

/** The section, if the caller may see it. */
export async function findPublished(
  { reads }: Database,
  actor: Actor,
  id: string,
): Promise<Published | null> {
  const where = and(eq(session.id, id), published, visibleTo(reads, actor))
  const [row] = await reads.select(listed).from(session).where(where)
  return row && isPublished(row) ? row : null
}

/** When the actor sees bidder counts (LST-3). */
export function countsFor(actor: Actor, hall: Variant['hall']): 'never' | 'at-opening' | 'always' {
  const sees = actor.role === 'platform' || hall.bidderCountSeenBy.some((role) => role === actor.role)
  if (!sees) return 'never'
  return hall.maskBidderCount ? 'at-opening' : 'always'
}

/** Whether the actor sees a section's bidder count at `now`. */
export function seesCount(actor: Actor, hall: Variant['hall'], opensAt: Date | null, now: number): boolean {
  const counts = countsFor(actor, hall)
  return counts === 'always' || (counts === 'at-opening' && opensAt !== null && opensAt.getTime() <= now)
}

/** Whether a section's opening time has come, and its opening has neither ended nor been stopped nor failed. */
export function isRunning({ opensAt, status, lotStatus }: Published, now: number): boolean {
  const isOver = status === 'opened' || status === 'failed' || lotStatus === lotCodes.stopped
  return opensAt.getTime() <= now && !isOver
}

/** What a row shows of the section's own columns, as the actor may see them at `now`. */
export function sectionListRow(
  row: Published,
  { counts, now }: { counts: ReturnType<typeof countsFor>; now: number },
): Omit<SectionListRow, 'submitted' | 'running'> {
  const remaining = Math.max(0, row.opensAt.getTime() - now)
  const masked = counts === 'at-opening' && remaining > 0
  return {
    bdGuid: row.id,
    bdbh: row.sectionCode,
    bdmc: row.sectionName,
    pbType: row.qualification,
    gclx: row.projectKind,
    zsfs: row.qualificationMethod,
    OpenBidTime: row.opensAt.toISOString(),
    bidStatus: bidStatusNames[row.status as BidStatus],
    BDZHUANGTAI: row.status === 'failed' ? lotCodes.failed : row.lotStatus,
    tbrCount: counts === 'never' ? null : masked ? '***' : row.bidderCount,
    remainTime: remaining,
  }
}

/** The columns of a list. Never the whole row: it contains the session's keys. */
const listed = {
  id: session.id,
  sectionCode: session.sectionCode,
  sectionName: session.sectionName,
  projectKind: session.projectKind,
  qualification: session.qualification,
  qualificationMethod: session.qualificationMethod,
  opensAt: session.opensAt,
  status: session.status,
  lotStatus: session.lotStatus,
  bidderCount: session.bidderCount,
  createdAt: session.createdAt,
  head: session.head,
}

/** A section whose publication was refused has no tender. */
const published = isNotNull(session.sectionCode)

type Row = Pick<typeof session.$inferSelect, keyof typeof listed>
type Tendered = 'sectionCode' | 'sectionName' | 'projectKind' | 'qualification' | 'opensAt'
export type Published = Row & { [Field in Tendered]: NonNullable<Row[Field]> }

/** All columns of the tender are set together. */
function isPublished(row: Row): row is Published {
  return row.sectionCode !== null
}

/** LST-2. The platform sees all sections, too. */
function visibleTo(db: Database['reads'], actor: Actor): SQL | undefined {
  const unitCode = actor.unitCode ?? ''
  if (actor.role === 'opener' || actor.role === 'agency' || actor.role === 'tenderer') {
    return eq(session.agencyCode, unitCode)
  }
  return actor.role === 'bidder' ? hasBidder(db, unitCode) : undefined
}

function hasBidder(db: Database['reads'], unitCode: string): SQL {
  const enrolment = and(eq(sessionBidder.sessionId, session.id), eq(sessionBidder.bidderCode, unitCode))
  return exists(db.select({ code: sessionBidder.bidderCode }).from(sessionBidder).where(enrolment))
}

/**
 * Ended, failed or stopped; the last two stand among those to be opened, too (HLT-10). Written as in the indexes
 * (0020-failed-lots.sql), with 3 for stopped.
 */
const ended = sql`(${session.status} in ('opened', 'failed') or ${session.lotStatus} = 3)`

/** The codes for "all" (LST-4): 0 for industry and project kind, 100 for specialty, 2 for the method. */
function matching(db: Database['reads'], search: Search): (SQL | undefined)[] {
  const { qualification, qualificationMethod, projectKind, industry, specialty, fixedPrice } = search
  return [
    search.ended ? ended : ne(session.status, 'opened'),
    qualification !== undefined ? eq(session.qualification, qualification) : undefined,
    qualificationMethod === 0 || qualificationMethod === 1
      ? eq(session.qualificationMethod, qualificationMethod)
      : undefined,
    projectKind ? eq(session.projectKind, projectKind) : undefined,
    industry ? eq(session.industry, industry) : undefined,
    specialty && specialty !== 100 ? eq(session.specialty, specialty) : undefined,
    fixedPrice === 0 || fixedPrice === 1
      ? sql`coalesce(${session.fixedPrice}, false) = ${fixedPrice === 1}`
      : undefined,
    search.region ? eq(session.region, search.region) : undefined,
    search.bidderCode ? hasBidder(db, search.bidderCode) : undefined,
    withinDays(search),
    search.publishedAfter ? gte(session.createdAt, search.publishedAfter) : undefined,
    search.text ? holdsText(search.text) : undefined,
  ]
}

/** The opening time is within the days; a section named by its whole code is found on any day (LST-12). */
function withinDays({ from, to, text }: Search): SQL | undefined {
  const days = and(
    from ? gte(session.opensAt, new Date(from)) : undefined,
    to ? lte(session.opensAt, new Date(to)) : undefined,
  )
  const isNamed = text ? sql`lower(${session.sectionCode}) = lower(${text})` : undefined
  return days && or(days, isNamed)
}

/** Uses the index on pairs of characters; a single character is searched in every row. */
function holdsText(text: string): SQL | undefined {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const written = or(ilike(session.sectionName, pattern), ilike(session.sectionCode, pattern))
  const pairs = sql`hall_pairs(${session.sectionCode} || ' ' || ${session.sectionName})`
  return usesPairs({ text }) ? and(sql`${pairs} @> hall_pairs(${text})`, written) : written
}

function usesPairs({ text = '' }: Pick<Search, 'text'>): boolean {
  return [...text].length >= 2
}

const sortColumns = {
  OpenBidTime: session.opensAt,
  bidStatus: session.status,
  bdbh: session.sectionCode,
  bdmc: session.sectionName,
  tbrCount: session.bidderCount,
}

/**
 * Sections of one opening time follow each other by code. No index has it: the database reads them by time and sorts
 * only those of the same time.
 */
const amongEqual = [asc(session.sectionCode), asc(session.id)]

function orderOf(search: Search): SQL[] {
  const { sortBy, countsUntil, descending, publishedAfter } = search
  if (sortBy === 'tbrCount' && countsUntil) {
    const known = sql`case when ${session.opensAt} <= ${countsUntil} then ${session.bidderCount} end`
    return [descending ? sql`${known} desc nulls last` : asc(known), asc(session.id)]
  }
  // As the indexes are: another order of nulls, of which there are none, would sort all rows.
  if (sortBy) return [descending ? desc(sortColumns[sortBy]) : asc(sortColumns[sortBy]), asc(session.id)]
  if (publishedAfter) return [desc(session.createdAt), asc(session.id)]
  if (isAgenda(search) && usesPairs(search)) {
    const soonest = sql`case when not ${ended} then ${session.opensAt} end`
    return [asc(soonest), desc(session.opensAt), ...amongEqual]
  }
  return [search.ended ? desc(session.opensAt) : asc(session.opensAt), ...amongEqual]
}
