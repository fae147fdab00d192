import { finishProblem } from '#domain/ending/conditions.ts'
import { openingRecord } from '#domain/ending/record.ts'
import { viewState } from '#domain/session/view-state.ts'
import { biddersOf, participants } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import type { endingCalls } from '#protocol/calls/ending.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { bidderOfFile } from './bid-files.ts'
import { check, outcome } from './command.ts'
import { roundFor } from './round.ts'

/** Step four. */
export function endingHandlers({
  authority,
  clock,
  printer,
  settings,
  viewerOf,
}: Services): Handlers<typeof endingCalls> {
  return {
    StartConfirmKBYLBTime: (context) =>
      outcome(authority, context, {
        type: 'StartConfirmation',
        payload: { limitMinutes: context.body.LimitJmTime },
      }),

    ConfirmKBYLB: (context) =>
      outcome(authority, context, { type: 'ConfirmOverview', payload: { jws: context.body.SignedString } }),

    async SetTbrRemarks(context) {
      const { bidFileId, remark } = context.body
      const bidderCode = bidderOfFile(context.session.state, bidFileId)
      if (bidderCode === null) return refuse('unknown-file')
      return outcome(authority, context, { type: 'RemarkBid', payload: { bidderCode, remark } })
    },

    setRemarks: (context) => outcome(authority, context, { type: 'RecordRemarks', payload: context.body }),

    writeBidOpeningPersonInfo(context) {
      const { kbr, kbrsfz, cbr, cbrsfz, jlr, jlrsfz, jbr, jbrsfz } = context.body
      const names = { opener: kbr, announcer: cbr, recorder: jlr, supervisor: jbr }
      const ids = { opener: kbrsfz, announcer: cbrsfz, recorder: jlrsfz, supervisor: jbrsfz }
      return outcome(authority, context, { type: 'RecordPersonInfo', payload: { names, ids } })
    },

    BeginKaiBiaoQianMing: (context) =>
      outcome(authority, context, {
        type: 'StartSigning',
        payload: { limitMinutes: context.body.LimitTime },
      }),

    ExtendKaiBiaoQianMing: (context) =>
      outcome(authority, context, { type: 'ExtendSigning', payload: { minutes: context.body.LimitTime } }),

    async EditKaiBiaoQianMingConfirm(context) {
      if (context.body.EntprsCode !== context.login.actor.unitCode) return refuse('forbidden')
      return outcome(authority, context, { type: 'SignRecord', payload: { jws: context.body.Sign_Result } })
    },

    async getIsSignedKb({ session: { state }, login }) {
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

    async GetKaiBiaoQianMingList({ session, login }) {
      const state = viewState(viewerOf(login.actor), session.state)
      return ok(
        participants(state).map((bidder) => ({
          ENTPRSNAME: bidder.name,
          Is_Sign: bidder.signature ? 'True' : 'False',
          Sign: bidder.signature?.signer ?? '',
        })),
      )
    },

    ConfirmKaiBiaoQianMing: (context) => outcome(authority, context, { type: 'ConfirmSigning', payload: {} }),

    async checkKBFinishCondition({ session, language }) {
      return check(language, finishProblem(session.state))
    },

    setOpenBidStatus: (context) => outcome(authority, context, { type: 'EndOpening', payload: {} }),

    async GetReportPDF({ session, login, language, query }) {
      const round = roundFor(viewState(viewerOf(login.actor), session.state), query.StageOrd)
      if (!round.ok) return round
      const { timeZone } = settings.variant
      const made = await printer.print('overview-pdf', round.value, { language, timeZone, now: clock() })
      if (!made.ok) return made
      const fileName = reportName(session.state, 'pdf')
      return ok({ fileName, mediaType: 'application/pdf', content: made.value })
    },

    async GetReportExcel({ session, login, language, query }) {
      const round = roundFor(viewState(viewerOf(login.actor), session.state), query.StageOrd)
      if (!round.ok) return round
      const { timeZone } = settings.variant
      const made = await printer.print('overview-excel', round.value, { language, timeZone, now: clock() })
      if (!made.ok) return made
      const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      return ok({ fileName: reportName(session.state, 'xlsx'), mediaType, content: made.value })
    },

    async getOpeningRecord({ session, login, query }) {
      const round = roundFor(viewState(viewerOf(login.actor), session.state), query.StageOrd)
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
