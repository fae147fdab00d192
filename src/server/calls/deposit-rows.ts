import { noDepositEdit } from '#domain/deposits/deposit-edit.ts'
import { areStatusesPublic } from '#domain/deposits/public-statuses.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf, hasSubmitted } from '#domain/submission/bids.ts'
import { hasDeposit } from '#domain/tender/tender.ts'
import { ok, type Result } from '#lib/result.ts'
import { fileOfBidder } from '#protocol/bid-by-file.ts'
import type { ReportedDeposit } from '../platform/reported.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { DepositRow } from '../reports/deposit-sheet.ts'
import { localTime } from '../reports/overview-report.ts'
import type { Services } from '../services.ts'
import type { OpenSession } from '../transport/handler.ts'

/** The deposits of a section as the caller may see them; a bidder's own only (SHL-9). */
export async function depositRows(
  { reported, settings }: Pick<Services, 'reported' | 'settings'>,
  { id, state }: Pick<OpenSession, 'id' | 'state'>,
  wanted: string | undefined,
): Promise<Result<DepositRow[], Refusal>> {
  const { shell, laterSteps } = settings.variant
  if (!shell.deposits && !laterSteps.depositTab) return refuse('forbidden')
  if (!state.tender || !hasDeposit(state.tender)) return refuse('no-deposit')
  const known = await reported.deposits(id)
  const bidders = biddersOf(state).filter(({ code }) => wanted === undefined || code === wanted)
  const { timeZone } = settings.variant
  return ok(bidders.map((bidder) => rowOf(state, bidder, known.get(bidder.code), timeZone)))
}

function rowOf(
  state: SessionState,
  bidder: BidderState,
  reported: ReportedDeposit | undefined,
  timeZone: string,
): DepositRow {
  const edit = bidder.depositEdit ?? noDepositEdit
  return {
    bidder,
    bidFileId: fileOfBidder(state, bidder.code),
    amount: reported?.amount ?? null,
    bound: reported?.bound ?? null,
    applyResult: reported?.applyResult ?? null,
    account: edit.account ?? reported?.account ?? '',
    accountName: reported?.accountName ?? '',
    accountCode: reported?.accountCode ?? '',
    receiptNumber: edit.receiptNumber ?? reported?.receiptNumber ?? '',
    mode: edit.mode ?? reported?.mode ?? '',
    status: edit.status ?? reported?.status ?? '',
    arrivedAt: edit.arrivedAt ?? (reported?.paidAt ? localTime(reported.paidAt.getTime(), timeZone) : ''),
    remark: edit.remark ?? reported?.remark ?? '',
  }
}

/**
 * The payment status of each deposit that the caller may see: for a bidder their own, and with the overview of step 4
 * those of all who take part (DEP-5); none where the section or the region has no deposits.
 */
export async function depositStatuses(
  services: Pick<Services, 'reported' | 'settings'>,
  session: Pick<OpenSession, 'id' | 'state' | 'unredactedState'>,
  { role, unitCode }: Actor,
): Promise<Readonly<Record<string, string>>> {
  const { id, state, unredactedState } = session
  const isBidder = role === 'bidder'
  const isPublic = isBidder && areStatusesPublic(state, services.settings.variant.laterSteps)
  // A bidder's own view has no other bidder's edits.
  const seen = { id, state: isPublic ? unredactedState : state }
  const rows = await depositRows(services, seen, isBidder && !isPublic ? (unitCode ?? '') : undefined)
  if (!rows.ok) return {}
  const isSeen = ({ bidder }: DepositRow) =>
    !isPublic || bidder.code === unitCode || hasSubmitted(state, bidder)
  return Object.fromEntries(rows.value.filter(isSeen).map(({ bidder, status }) => [bidder.code, status]))
}
