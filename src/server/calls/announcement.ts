import { startProblem } from '#domain/announcement/reading.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { participants } from '#domain/submission/bids.ts'
import { ok } from '#lib/result.ts'
import type { announcementCalls } from '#protocol/calls/announcement.ts'
import type { Handlers } from '../transport/handler.ts'
import { check } from './command.ts'
import { roundFor } from './round.ts'
import { statementRows } from './statement-row.ts'

/** The reading of the bids: its check, and what bidders say of their rows; the commands are answered by their rows. */
export const announcementHandlers: Handlers<typeof announcementCalls> = {
  async checkShowPriceCondition(context) {
    return check(context, startProblem(context.session.unredactedState))
  },

  async getTBPriceQueRenJieGuo({ session, query, login }) {
    const round = roundFor(session.state, query.StageOrd)
    if (!round.ok) return round
    const stated = participants(round.value).map((bidder) => ({ bidder, answer: answerOf(bidder) }))
    return ok({ rows: statementRows(stated, login.actor), seq: round.value.seq })
  },
}

function answerOf({ rowCheck }: BidderState) {
  return rowCheck && { ...rowCheck, objects: rowCheck.answer === 'disputed' }
}
