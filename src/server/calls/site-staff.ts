import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { siteStaffOf } from '#domain/preparation/site-staff.ts'
import { ok } from '#lib/result.ts'
import { type siteStaffCalls, staffTypeOf } from '#protocol/calls/site-staff.ts'
import { session as sessionTable } from '../db/schema.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { done } from './command.ts'
import { staffCounts } from './staff-counts.ts'

/** Limit of the sections offered for import of site staff, latest openings first. */
const mostSections = 200

/** Site staff. */
export function siteStaffHandlers(services: Services): Handlers<typeof siteStaffCalls> {
  const { database, settings } = services
  return {
    async GetProjectWorker({ session: { state }, body, language }) {
      const rows = siteStaffOf(state).map(({ id, name, unit, contact, kind }) => ({
        ...{ id, userName: name, unitName: unit, contact, userType: staffTypeOf(kind) },
      }))
      return ok({
        ...{ Result: true, ResultMessage: done(language), seq: state.seq },
        rows: rows.filter(({ userType }) => body.userType === undefined || userType === body.userType),
      })
    },

    async GetOtherProject({ session, login }) {
      if (!settings.variant.rules.personnelFromOtherSections) return refuse('personnel-import-off')
      const rows = await database.reads
        .select({
          bidProjId: sessionTable.id,
          bdbh: sessionTable.sectionCode,
          bdmc: sessionTable.sectionName,
          opensAt: sessionTable.opensAt,
        })
        .from(sessionTable)
        .where(
          and(
            eq(sessionTable.agencyCode, login.actor.unitCode ?? ''),
            isNotNull(sessionTable.sectionCode),
            ne(sessionTable.id, session.id),
          ),
        )
        .orderBy(desc(sessionTable.opensAt), sessionTable.id)
        .limit(mostSections)
      const counts = await staffCounts(
        database,
        rows.map(({ bidProjId }) => bidProjId),
      )
      return ok(
        rows.map(({ bidProjId, bdbh, bdmc, opensAt }) => ({
          ...{ bidProjId, bdbh: bdbh ?? '', bdmc: bdmc ?? '', workerCount: counts.get(bidProjId) ?? 0 },
          OpenBidTime: (opensAt ?? new Date(0)).toISOString(),
        })),
      )
    },
  }
}
