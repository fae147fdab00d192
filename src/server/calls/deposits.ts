import { ok } from '#lib/result.ts'
import { epochOf } from '#lib/time.ts'
import type { CallBody } from '#protocol/call.ts'
import type { platformCalls } from '#protocol/calls/platform.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { ReportedDeposit } from '../platform/reported.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import { done } from './command.ts'

/** The deposits of enrolled bidders (PLF-2); a later report replaces an earlier one. */
export async function recordDeposits(
  { log, clock, reported }: Pick<Services, 'log' | 'clock' | 'reported'>,
  { BDGuid, deposits, asOf }: CallBody<typeof platformCalls.recordDeposits>,
  language: Language,
) {
  const known = await log.state(BDGuid)
  if (!known) return refuse('not-published')
  if (deposits.some(({ EntprsCode }) => !known.unredactedState.bidders[EntprsCode]))
    return refuse('unknown-bidder')
  // A report dated in the future could not be replaced.
  const at = new Date(Math.min(clock(), asOf === undefined ? clock() : epochOf(asOf)))
  await reported.recordDeposits(deposits.map((row) => depositRow(BDGuid, row, at)))
  return ok({ Result: true, ResultMessage: done(language) })
}

type Deposit = CallBody<typeof platformCalls.recordDeposits>['deposits'][number]

function depositRow(sessionId: string, row: Deposit, updatedAt: Date): ReportedDeposit {
  return {
    sessionId,
    bidderCode: row.EntprsCode,
    amount: row.Bzj,
    mode: row.BzjMode,
    status: row.BzjStatus,
    bound: row.BzjBind,
    applyResult: row.bzjApplyResult,
    account: row.ZhiFu_ZhangHu,
    accountName: row.tbbzjUserName,
    accountCode: row.tbbzjUserCode,
    receiptNumber: row.HuiZhi_BianHao,
    paidAt: row.DaoZhang_ShiJian === null ? null : new Date(row.DaoZhang_ShiJian),
    remark: row.EditRemark,
    updatedAt,
  }
}
