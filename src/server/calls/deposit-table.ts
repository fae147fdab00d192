import { randomUUID } from 'node:crypto'
import type { DocumentFormat } from '#domain/documents/document.ts'
import { ok, type Result } from '#lib/result.ts'
import { type depositCalls, editedRows, editedStatuses } from '#protocol/calls/deposits.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type DepositRow, depositSheet } from '../reports/deposit-sheet.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'
import { readSession } from '../transport/open-session.ts'
import { done } from './command.ts'
import { depositRows, depositStatuses } from './deposit-rows.ts'
import { overviewDocument } from './documents.ts'
import { renderSheet, sheetAddress } from './sheets.ts'

type Calls = typeof depositCalls
type Editing = CallContext<Calls['CreateTouBiaoBaoZhengJinReport_Edit' | 'CreateReport_Edit']>
type Reading = CallContext<Calls['DownloadTouBiaoBaoZhengJinReport']>

/** The deposit table: read for editing, edited, and its report. */
export function depositHandlers(services: Services): Handlers<Calls> {
  return {
    async GetTouBiaoBaoZhengJinReport_EditInfo({ session, login: { actor } }) {
      const own = actor.role === 'bidder' ? (actor.unitCode ?? '') : undefined
      const found = await depositRows(services, session, own)
      if (!found.ok) return found
      return ok({ rows: found.value.map(editInfo), accounts: found.value.map(accountOf) })
    },

    async GetBzjztList({ session, login }) {
      const statuses = Object.entries(await depositStatuses(services, session, login.actor))
      return ok(statuses.flatMap(([EntprsCode, bzjzt]) => (bzjzt === '' ? [] : [{ EntprsCode, bzjzt }])))
    },

    CreateTouBiaoBaoZhengJinReport_Edit: (context) => {
      const { EditValueJson, Reprint } = context.body
      const rows = editedRows(EditValueJson, context.session.state)
      return edit(services, context, rows, Reprint ? depositReport : null)
    },

    async CreateReport_Edit(context) {
      const { session } = context
      const { StageOrd, EditValueJson, Reprint } = context.body
      if ((StageOrd ?? session.state.stage.number) !== session.state.stage.number)
        return refuse('other-envelope')
      const rows = editedStatuses(EditValueJson, session.state)
      return edit(services, context, rows, Reprint ? overviewAgain : null)
    },

    DownloadTouBiaoBaoZhengJinReport: (context) =>
      depositReport(services, context, context.query.Remarks, context.query.format),
  }
}

/** Saves edited rows, and makes a new version of a report that has them where asked. */
async function edit(
  services: Services,
  context: Editing,
  rows: ReturnType<typeof editedRows>,
  reprint:
    | ((services: Services, context: Editing, reason: string) => Promise<Result<unknown, Refusal>>)
    | null,
) {
  const { session, login, address, language } = context
  const { Remarks } = context.body
  if (!rows) return refuse('edit-unreadable')
  // Under an id of its own: the request's id is the report's. Saving the same rows again changes nothing.
  const asked = { sessionId: session.id, actor: login.actor, commandId: randomUUID(), address }
  const saved = await services.authority.submit(asked, { type: 'EditDeposits', payload: { rows } })
  if (!saved.ok) return saved
  if (reprint) {
    const edited = await readSession(services, session.id, login.actor)
    if (!edited) return refuse('not-found')
    const filed = await reprint(services, { ...context, session: edited }, Remarks || reasons[language])
    if (!filed.ok) return filed
  }
  return ok({ Result: true, ResultMessage: done(language) })
}

/** The reason where the call, as the specifications write it, gives none. */
const reasons = { 'zh-CN': '保证金信息修改后重新生成', en: 'Made again after the deposits were edited' }

/** The report's address; a new version where a reason is given and there is one already. */
function depositReport(
  services: Services,
  context: Reading | Editing,
  reason: string,
  format: DocumentFormat = 'pdf',
) {
  return sheetAddress(services, context, {
    ...{ kind: 'deposits', reason, format },
    async make(options) {
      const rows = await depositRows(services, context.session, undefined)
      if (!rows.ok) return rows
      const sheet = depositSheet(context.session.state, rows.value, options)
      return renderSheet(services, sheet, options, format)
    },
  })
}

/** The overview with the deposits as they are now; the reason is that of a later version. */
function overviewAgain(services: Services, context: Editing, reason: string) {
  return overviewDocument(services, context, context.session.state.stage.number, 'pdf', reason)
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
