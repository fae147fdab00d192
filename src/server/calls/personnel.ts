import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { workersOf } from '#domain/preparation/site-staff.ts'
import { viewState } from '#domain/session/view-state.ts'
import { ok } from '#lib/result.ts'
import { type personnelCalls, workerFields, workerTypeOf, workerTypes } from '#protocol/calls/personnel.ts'
import { session as sessionTable } from '../db/schema.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { done, outcome } from './command.ts'

/** The most sections that are offered to fetch personnel from, the latest openings first. */
const mostSections = 200

/** On-site personnel. */
export function personnelHandlers(services: Services): Handlers<typeof personnelCalls> {
  const { authority, database, settings, viewerOf } = services
  return {
    async GetProjectWorker({ session, login, body, language }) {
      const state = viewState(viewerOf(login.actor), session.state)
      const rows = workersOf(state).map(({ id, name, unit, contact, kind }) => ({
        ...{ id, userName: name, unitName: unit, contact, userType: workerTypeOf(kind) },
      }))
      return ok({
        ...{ Result: true, ResultMessage: done(language), seq: state.seq },
        rows: rows.filter(({ userType }) => body.userType === undefined || userType === body.userType),
      })
    },

    AddProjectWorker: (context) => {
      const { userName: name, unitName: unit, contact, userType } = context.body
      const payload = { kind: workerTypes[userType], name, unit, contact }
      return outcome(authority, context, { type: 'AddWorker', payload })
    },

    EditProjectWorker: (context) => {
      const { id: workerId, fieldName, fieldValue } = context.body
      const payload = { workerId, [workerFields[fieldName]]: fieldValue }
      return outcome(authority, context, { type: 'EditWorker', payload })
    },

    DeleteProjectWorker: (context) =>
      outcome(authority, context, { type: 'RemoveWorker', payload: { workerId: context.body.id } }),

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
      return ok(
        rows.map(({ bidProjId, bdbh, bdmc, opensAt }) => ({
          ...{ bidProjId, bdbh: bdbh ?? '', bdmc: bdmc ?? '' },
          OpenBidTime: (opensAt ?? new Date(0)).toISOString(),
        })),
      )
    },

    ImportOtherProject: (context) => {
      const { body } = context
      const source = body.bidProjId ?? body.sourceBidProjID ?? ''
      return outcome(authority, context, { type: 'ImportWorkers', payload: { source } })
    },
  }
}
