import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { noDepositEdit } from '#domain/deposits/deposit-edit.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { biddersOf } from '#domain/submission/bids.ts'
import { hasDeposit } from '#domain/tender/tender.ts'
import { ok, type Result } from '#lib/result.ts'
import { fileOfBidder } from '#protocol/bid-by-file.ts'
import { type depositCalls, editedRows, editedStatuses } from '#protocol/calls/deposits.ts'
import { deposit } from '../db/schema.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type DepositRow, depositSheet } from '../reports/deposit-sheet.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers, OpenSession } from '../transport/handler.ts'
import { openSession } from '../transport/open-session.ts'
import { done } from './command.ts'
import { sheetAddress } from './sheets.ts'

type Calls = typeof depositCalls
type Editing = CallContext<Calls['CreateTouBiaoBaoZhengJinReport_Edit' | 'CreateReport_Edit']>
type Reading = CallContext<Calls['DownloadTouBiaoBaoZhengJinReport']>

/** The deposits of a section as the caller may see them; a bidder's own only (SHL-9). */
export async function depositRows(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  { id, state }: Pick<OpenSession, 'id' | 'state'>,
  wanted: string | undefined,
): Promise<Result<DepositRow[], Refusal>> {
  const { shell, laterSteps } = settings.variant
  if (!shell.deposits && !laterSteps.depositTab) return refuse('forbidden')
  if (!state.tender || !hasDeposit(state.tender)) return refuse('no-deposit')
  const reported = await database.db.select().from(deposit).where(eq(deposit.sessionId, id))
  const known = new Map(reported.map((row) => [row.bidderCode, row]))
  const bidders = biddersOf(state).filter(({ code }) => wanted === undefined || code === wanted)
  return ok(bidders.map((bidder) => rowOf(state, bidder, known.get(bidder.code))))
}

function rowOf(
  state: SessionState,
  bidder: BidderState,
  reported: typeof deposit.$inferSelect | undefined,
): DepositRow {
  const edit = bidder.depositEdit ?? noDepositEdit
  return {
    bidder,
    bidFileId: fileOfBidder(state, bidder.code),
    amount: reported?.amount ?? null,
    account: edit.account ?? reported?.account ?? '',
    accountName: reported?.accountName ?? '',
    accountCode: reported?.accountCode ?? '',
    receiptNumber: edit.receiptNumber ?? reported?.receiptNumber ?? '',
    mode: edit.mode ?? reported?.mode ?? '',
    status: edit.status ?? reported?.status ?? '',
    arrivedAt: edit.arrivedAt ?? reported?.paidAt?.toISOString() ?? '',
    remark: edit.remark ?? reported?.remark ?? '',
  }
}

/** The deposit table: read for editing, edited, and its report. */
export function depositHandlers(services: Services): Handlers<Calls> {
  return {
    async GetTouBiaoBaoZhengJinReport_EditInfo({ session, login: { actor } }) {
      const own = actor.role === 'bidder' ? (actor.unitCode ?? '') : undefined
      const found = await depositRows(services, session, own)
      if (!found.ok) return found
      return ok({ rows: found.value.map(editInfo), accounts: found.value.map(accountOf) })
    },

    CreateTouBiaoBaoZhengJinReport_Edit: (context) => {
      const { EditValueJson, Reprint } = context.body
      return edit(services, context, editedRows(EditValueJson, context.session.state), Reprint)
    },

    async CreateReport_Edit(context) {
      const { session } = context
      const { StageOrd, EditValueJson, Reprint } = context.body
      if ((StageOrd ?? session.state.stage.number) !== session.state.stage.number)
        return refuse('other-envelope')
      return edit(services, context, editedStatuses(EditValueJson, session.state), Reprint)
    },

    DownloadTouBiaoBaoZhengJinReport: (context) => report(services, context, ''),
  }
}

/** Saves edited rows, and makes a new report where asked. */
async function edit(
  services: Services,
  context: Editing,
  rows: ReturnType<typeof editedRows>,
  reprint: boolean,
) {
  const { session, login, address, language } = context
  if (!rows) return refuse('edit-unreadable')
  // Under an id of its own: the request's id is the report's. Saving the same rows again changes nothing.
  const asked = { sessionId: session.id, actor: login.actor, commandId: randomUUID(), address }
  const saved = await services.authority.submit(asked, { type: 'EditDeposits', payload: { rows } })
  if (!saved.ok) return saved
  if (reprint) {
    const now = await services.log.state(session.id)
    if (!now) return refuse('not-found')
    const edited = openSession(session.id, now, services.viewerOf(login.actor))
    const filed = await report(services, { ...context, session: edited }, reasons[language])
    if (!filed.ok) return filed
  }
  return ok({ Result: true, ResultMessage: done(language) })
}

const reasons = { 'zh-CN': '保证金信息修改后重新生成', en: 'Made again after the deposits were edited' }

/** The report's address; a new version where a reason is given and there is one already. */
function report(services: Services, context: Reading | Editing, reason: string) {
  return sheetAddress(services, context, {
    kind: 'deposits',
    reason,
    async make(options) {
      const rows = await depositRows(services, context.session, undefined)
      return rows.ok ? ok(depositSheet(context.session.state, rows.value, options)) : rows
    },
  })
}

function editInfo({ bidder, bidFileId, amount, ...row }: DepositRow) {
  return {
    BidFileID: bidFileId,
    EntprsCode: bidder.code,
    EntprsName: bidder.name,
    Bzj: amount,
    ZhiFu_ZhangHu: row.account,
    HuiZhi_BianHao: row.receiptNumber,
    PaymentMode: row.mode,
    DaoZhang_ShiJian: row.arrivedAt,
    EditRemark: row.remark,
    bzjzt: row.status,
  }
}

function accountOf({ bidder, accountName, accountCode }: DepositRow, index: number) {
  return {
    xhColumn: index + 1,
    entprsName: bidder.name,
    tbbzjUserName: accountName,
    tbbzjUserCode: accountCode,
  }
}
