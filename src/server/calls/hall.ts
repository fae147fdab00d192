import { and, asc, count, desc, eq, exists, gte, ilike, isNotNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Actor } from '#domain/actor.ts'
import type { BidStatus } from '#domain/flow.ts'
import { ok } from '#lib/result.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import type { HallRow, hallCalls } from '#protocol/calls/hall.ts'
import { session, sessionBidder } from '../db/schema.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'

interface Search {
  readonly ended: boolean
  readonly qualification: number | undefined
  readonly projectKind?: number | undefined
  readonly industry: number | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly text: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** The hall: sections to be opened and ended ones, as far as they are the caller's business. */
export function hallHandlers(services: Services): Handlers<typeof hallCalls> {
  const { database, clock, settings } = services
  const { db } = database
  const { hall } = settings.variant

  async function list(actor: Actor, search: Search) {
    const where = and(visibleTo(actor), ...matching(search))
    const order = search.ended ? desc(session.endedAt) : asc(session.opensAt)
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(session)
        .where(where)
        .orderBy(order, asc(session.id))
        .limit(search.pageSize)
        .offset((search.page - 1) * search.pageSize),
      db.select({ count: count() }).from(session).where(where),
    ])
    return ok({
      total: total?.count ?? 0,
      rows: rows.filter(isPublished).map((row) => hallRow(row, actor)),
      serverTime: new Date(clock()).toISOString(),
    })
  }

  /** Openers see their own unit's sections, bidders those they are enrolled in, supervisors and the platform all. */
  function visibleTo(actor: Actor): SQL | undefined {
    const unitCode = actor.unitCode ?? ''
    if (actor.role === 'opener' || actor.role === 'agency' || actor.role === 'tenderer') {
      return eq(session.agencyCode, unitCode)
    }
    if (actor.role !== 'bidder') return undefined
    const enrolment = and(eq(sessionBidder.sessionId, session.id), eq(sessionBidder.bidderCode, unitCode))
    return exists(db.select({ code: sessionBidder.bidderCode }).from(sessionBidder).where(enrolment))
  }

  function hallRow(row: Published, actor: Actor): HallRow {
    const remaining = Math.max(0, row.opensAt.getTime() - clock())
    const masked = hall.maskBidderCount && remaining > 0
    return {
      bdGuid: row.id,
      bdbh: row.sectionCode,
      bdmc: row.sectionName,
      pbType: row.qualification,
      gclx: row.projectKind,
      OpenBidTime: row.opensAt.toISOString(),
      bidStatus: bidStatusNames[row.status as BidStatus],
      BDZHUANGTAI: row.status === 'failed' ? 2 : 0,
      tbrCount: actor.role === 'bidder' ? null : masked ? '***' : row.bidderCount,
      remainTime: remaining,
    }
  }

  return {
    async getServerTimeNoauth() {
      const epoch = clock()
      return ok({ serverTime: new Date(epoch).toISOString(), epoch })
    },

    async getVariant() {
      return ok({ name: settings.variant.name, demo: settings.demo, variant: settings.variant })
    },

    getJYPTGongChengLieBiao: ({ body, login }) =>
      list(login.actor, {
        ended: false,
        qualification: body.PBType,
        projectKind: body.GCLX,
        industry: body.Hangye,
        from: body.StartTime,
        to: body.EndTime,
        text: body.BHOrMC,
        page: body.PageIndex,
        pageSize: body.PageSize,
      }),

    getBidProjKBEnd: ({ query, login }) =>
      list(login.actor, {
        ended: true,
        qualification: query.PBType,
        industry: query.Hangye,
        from: query.startTime,
        to: query.EndTime,
        text: query.Name,
        page: query.PageIndex,
        pageSize: query.PageSize,
      }),

    async getJYPTGongCheng({ body, login }) {
      const where = and(eq(session.id, body.BDGuid), published, visibleTo(login.actor))
      const [row] = await db.select().from(session).where(where)
      if (!row || !isPublished(row)) return refuse('not-found')
      return ok([
        {
          bidProjGuid: row.id,
          dbGuid: row.id,
          bdGuid: row.id,
          bdbh: row.sectionCode,
          bdmc: row.sectionName,
          bidStatus: bidStatusNames[row.status as BidStatus],
          OpenBidTime: row.opensAt.toISOString(),
        },
      ])
    },
  }
}

/** A section whose publication did not get through has no tender yet. */
const published = isNotNull(session.sectionCode)

type Row = typeof session.$inferSelect
type Tendered = 'sectionCode' | 'sectionName' | 'projectKind' | 'qualification' | 'opensAt'
type Published = Row & { [Field in Tendered]: NonNullable<Row[Field]> }

/** All columns of the tender are set together. */
function isPublished(row: Row): row is Published {
  return row.sectionCode !== null
}

function matching(search: Search): (SQL | undefined)[] {
  const text = search.text ? `%${search.text.replace(/[\\%_]/g, '\\$&')}%` : null
  return [
    published,
    search.ended ? eq(session.status, 'opened') : ne(session.status, 'opened'),
    search.qualification === undefined ? undefined : eq(session.qualification, search.qualification),
    search.projectKind === undefined ? undefined : eq(session.projectKind, search.projectKind),
    // Industry 0 is "all" (S0 §9).
    search.industry ? eq(session.industry, search.industry) : undefined,
    search.from ? gte(session.opensAt, new Date(search.from)) : undefined,
    search.to ? lte(session.opensAt, new Date(search.to)) : undefined,
    text ? or(ilike(session.sectionName, text), ilike(session.sectionCode, text)) : undefined,
  ]
}
