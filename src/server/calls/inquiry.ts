import { askedBidders, hasInquiry, inquiryProblem } from '#domain/inquiry/inquiry.ts'
import { ok } from '#lib/result.ts'
import { isoTime } from '#lib/time.ts'
import type { inquiryCalls } from '#protocol/calls/inquiry.ts'
import { rulesOf } from '#variants/rules-of.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../transport/handler.ts'
import { check } from './command.ts'
import { roundFor } from './round.ts'
import { shownDeadline } from './shown-deadline.ts'
import { statementRows } from './statement-row.ts'

/** The objection inquiry: its window, its checks and its answers. */
export function inquiryHandlers({
  clock,
  settings,
}: Pick<Services, 'clock' | 'settings'>): Handlers<typeof inquiryCalls> {
  const rules = rulesOf(settings.variant)

  return {
    async xiaDaYiYiXunWenZhiLingTime({ session, query }) {
      const round = roundFor(session.unredactedState, query.StageOrd)
      if (!round.ok) return round
      const { inquiry, seq } = round.value
      return ok({
        IsNeeded: hasInquiry(round.value, rules),
        Is_begin: inquiry !== null,
        LimitTime: inquiry?.limitMinutes ?? rules.objectionInquiry.minutes,
        StartTime: inquiry?.issuedAt ?? null,
        EndTime: shownDeadline(round.value, inquiry),
        isClosed: inquiry?.closed ?? false,
        serverTime: isoTime(clock()),
        seq,
      })
    },

    async checkShiFouXiaDaYiYiXunWenZhiLing(context) {
      const problem = inquiryProblem(context.session.unredactedState, rules)
      return check(context, problem?.code === 'inquiry-not-issued' ? problem : null)
    },

    async checkIs3minAfterXiaDaYiYiXunWenZhiLing(context) {
      return check(context, inquiryProblem(context.session.unredactedState, rules))
    },

    async getYiYiXunWenJieGuo({ session, query, login }) {
      const round = roundFor(session.state, query.StageOrd)
      if (!round.ok) return round
      const { outcome = null } = round.value.inquiry ?? {}
      return ok({
        rows: statementRows(askedBidders(round.value), login.actor),
        answered: outcome?.answered ?? null,
        objecting: outcome?.objecting ?? null,
        silent: outcome?.silent ?? null,
        seq: round.value.seq,
      })
    },
  }
}
