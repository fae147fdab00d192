import { finishProblem } from '#domain/ending/ending-conditions.ts'
import { openingRecord } from '#domain/ending/record.ts'
import { biddersOf, participants } from '#domain/submission/bids.ts'
import { ok, type Result } from '#lib/result.ts'
import type { endingCalls } from '#protocol/calls/ending.ts'
import type { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Download, Handlers } from '../transport/handler.ts'
import { check } from './command.ts'
import { roundFor } from './round.ts'

/** Signing, reports and the opening record. */
export function endingHandlers({ clock, reportRenderer, settings }: Services): Handlers<typeof endingCalls> {
  /** The overview report of the asked envelope's round. */
  async function report(
    name: 'overview-pdf' | 'overview-excel',
    { session, language, query }: CallContext<(typeof endingCalls)['GetReportPDF' | 'GetReportExcel']>,
  ): Promise<Result<Download, Refusal>> {
    const round = roundFor(session.state, query.StageOrd)
    if (!round.ok) return round
    const { timeZone } = settings.variant
    const made = await reportRenderer.render(name, round.value, { language, timeZone, now: clock() })
    if (!made.ok) return made
    const { extension, mediaType } = reportFormats[name]
    const fileName = `${session.state.tender?.sectionCode ?? 'section'}-开标一览表.${extension}`
    return ok({ fileName, mediaType, content: made.value })
  }

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

    GetReportPDF: (context) => report('overview-pdf', context),
    GetReportExcel: (context) => report('overview-excel', context),

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

const reportFormats = {
  'overview-pdf': { extension: 'pdf', mediaType: 'application/pdf' },
  'overview-excel': {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const
