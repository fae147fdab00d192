import { lastDeclaredFailure } from '#domain/halting/interruption.ts'
import type { BidStatus } from '#domain/session/flow.ts'
import { ok } from '#lib/result.ts'
import { bidStatusNames } from '#protocol/bid-status.ts'
import { failureApprovals } from '#protocol/calls/halting.ts'
import type { lookupCalls } from '#protocol/calls/lookups.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { readSession } from '../transport/open-session.ts'
import { done } from './command.ts'
import { type Published, readPage } from './published-sections.ts'

/** What callers look up before and beside the steps. */
export function lookupHandlers(services: Services): Handlers<typeof lookupCalls> {
  return {
    async GetGongChengLieBiao_LocalImport({ query, login: { actor } }) {
      const { PageIndex: page, PageSize: pageSize } = query
      const { rows, total } = await readPage(services.database, actor, {
        ...{ ended: false, descending: false, page, pageSize },
      })
      return ok({ total, rows: await Promise.all(rows.map(imported)) })

      async function imported(row: Published) {
        const state = (await readSession(services, row.id, actor))?.state
        return {
          ...{ bdGuid: row.id, bdbh: row.sectionCode, bdmc: row.sectionName },
          OpenBidTime: row.opensAt.toISOString(),
          bidStatus: bidStatusNames[row.status as BidStatus],
          zbj: state?.tenderFiles.technical?.fileName ?? null,
          zbs: state?.tenderFiles.commercial?.fileName ?? null,
          bd: state?.controlPrice?.file?.fileName ?? null,
        }
      }
    },

    async getLiuBiaoShenPiStatus({ session: { state } }) {
      const { lot, seq } = state
      const { none, pending, approved, refused } = failureApprovals
      // A failure may come from the platform without a declaration in the hall.
      if (lot === 'failed') return ok({ Status: approved, seq })
      if (lot === 'failure-pending') return ok({ Status: pending, seq })
      const isRefused = lastDeclaredFailure(state)?.failure.decision?.approved === false
      return ok({ Status: isRefused ? refused : none, seq })
    },

    async getPingBiaoMoXingStatus({ session: { state } }) {
      return ok({ Status: state.tender?.evaluation ? 1 : 3, seq: state.seq })
    },

    async checkJianDuRen({ session: { state } }) {
      const { recordedSupervisor: supervisor, seq } = state
      return ok({ Result: supervisor !== null, supervisor, seq })
    },

    async setJianDuRen({ session: { state }, login: { actor }, language }) {
      const Result = state.recordedSupervisor === actor.name
      return ok({
        Result,
        ResultMessage: Result ? done(language) : language === 'en' ? 'Operation failed' : '操作失败',
      })
    },
  }
}
