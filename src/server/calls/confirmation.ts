import { isRowAsked } from '#domain/ending/asked.ts'
import { overviewRows } from '#domain/ending/record.ts'
import { ok } from '#lib/result.ts'
import { fileOfBidder } from '#protocol/bid-by-file.ts'
import type { confirmationCalls } from '#protocol/calls/confirmation.ts'
import type { Handlers } from '../transport/handler.ts'
import { confirmedCode } from './overview.ts'
import { shownDeadline } from './shown-deadline.ts'

/** The state of the overview's confirmation. */
export const confirmationHandlers: Handlers<typeof confirmationCalls> = {
  async GetIsConfirmKBYLB({ session: { state }, login }) {
    const { confirmation } = state
    const rows = overviewRows(state).filter((row) => isRowAsked(state, row))
    const own = rows.find(({ bidderCode }) => bidderCode === login.actor.unitCode)
    return ok({
      IsConfirmKBYLB: own && login.actor.role === 'bidder' ? confirmedCode[own.confirmed] : null,
      confirmKBYLB_Time: confirmation?.issuedAt ?? null,
      confirmKBYLBLimitJmTime: confirmation?.limitMinutes ?? null,
      EndTime: shownDeadline(state, confirmation),
      isClosed: confirmation?.closed ?? false,
      Reason: confirmation?.ended?.reason ?? null,
      rows: rows.map(({ bidderCode, bidderName, confirmed }) => ({
        bidFileId: fileOfBidder(state, bidderCode) ?? '',
        entprsCode: bidderCode,
        entprsName: bidderName,
        IsConfirmKBYLB: confirmedCode[confirmed],
      })),
      seq: state.seq,
    })
  },
}
