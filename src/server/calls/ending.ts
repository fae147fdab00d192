import { finishProblem } from '#domain/ending/conditions.ts'
import { openingRecord } from '#domain/ending/record.ts'
import { biddersOf, participants } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import type { endingCalls } from '#protocol/calls/ending.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { check } from './command.ts'
import { roundFor } from './round.ts'

/** Step four. */
export function endingHandlers({ clock, reportRenderer, settings }: Services): Handlers<typeof endingCalls> {
  return {
    async getIsSignedKb({ session: { unredactedState: state }, login }) {
      const own = state.bidders[login.actor.unitCode ?? '']
      return ok({
        Is_begin: state.signing !== null,
        Is_Sign: (own?.signature ?? null) !== null,
        StartTime: state.signing?.issuedAt ?? null,
        EndTime: state.signing?.deadline ?? null,
        is_SignConfirm: state.signing?.confirmed ? 1 : 0,
        recordHash: state.signing?.recordHash ?? null,
        seq: state.seq,
      })
    },

    async GetKaiBiaoQianMingList({ session: { state } }) {
      return ok(
        participants(state).map((bidder) => ({
          ENTPRSNAME: bidder.name,
          Is_Sign: bidder.signature ? 'True' : 'False',
          Sign: bidder.signature?.signer ?? '',
        })),
      )
    },

    async checkKBFinishCondition({ session, language }) {
      return check(language, finishProblem(session.unredactedState))
    },

    async GetReportPDF({ session, language, query }) {
      const round = roundFor(session.state, query.StageOrd)
      if (!round.ok) return round
      const { timeZone } = settings.variant
      const made = await reportRenderer.render('overview-pdf', round.value, {
        language,
        timeZone,
        now: clock(),
      })
      if (!made.ok) return made
      const fileName = reportName(session.state, 'pdf')
      return ok({ fileName, mediaType: 'application/pdf', content: made.value })
    },

    async GetReportExcel({ session, language, query }) {
      const round = roundFor(session.state, query.StageOrd)
      if (!round.ok) return round
      const { timeZone } = settings.variant
      const made = await reportRenderer.render('overview-excel', round.value, {
        language,
        timeZone,
        now: clock(),
      })
      if (!made.ok) return made
      const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      return ok({ fileName: reportName(session.state, 'xlsx'), mediaType, content: made.value })
    },

    async getOpeningRecord({ session, query }) {
      const round = roundFor(session.state, query.StageOrd)
      if (!round.ok) return round
      const state = round.value
      const signatures = biddersOf(state).flatMap(({ code, name, signature }) =>
        signature
          ? [{ entprsCode: code, entprsName: name, fingerprint: signature.fingerprint, jws: signature.jws }]
          : [],
      )
      return ok({
        record: openingRecord(state),
        recordHash: state.signing?.recordHash ?? null,
        signatures,
        seq: state.seq,
      })
    },
  }
}

function reportName(state: { tender: { sectionCode: string } | null }, extension: string): string {
  return `${state.tender?.sectionCode ?? 'section'}-开标一览表.${extension}`
}
