import { z } from 'zod'
import type { DepositField } from '#domain/deposits/deposit-edit.ts'
import { documentFormats, documentReasonLength } from '#domain/documents/document.ts'
import type { SessionState } from '#domain/session/state.ts'
import { parseBoundedJson } from '#lib/json-bounds.ts'
import { bidderOfFile, fileOfBidder } from '../bid-by-file.ts'
import { stage } from '../bid-stage.ts'
import type { Call } from '../call.ts'
import { commandCall } from '../command-call.ts'
import { outcomeSchema } from '../outcome.ts'
import type { WireCommand } from '../wire-command.ts'
import { yesOrNo } from '../yes-or-no.ts'

/** Longer than the rules allow, so that they refuse a long text with their own message. */
const text = z.string().trim().max(500).nullish()

/** Fields of an edited row with their names in commands; null shows what the platform reports again. */
const fields = {
  ZhiFu_ZhangHu: 'account',
  HuiZhi_BianHao: 'receiptNumber',
  PaymentMode: 'mode',
  DaoZhang_ShiJian: 'arrivedAt',
  EditRemark: 'remark',
  bzjzt: 'status',
} as const satisfies Record<string, DepositField>

const editRow = z.strictObject({
  BidFileID: z.uuid(),
  ZhiFu_ZhangHu: text,
  HuiZhi_BianHao: text,
  PaymentMode: text,
  DaoZhang_ShiJian: text,
  EditRemark: text,
  bzjzt: text,
})
type EditRow = z.infer<typeof editRow>

const statusRow = z.strictObject({ BidFileID: z.uuid(), BzjJiaoNaQingKuang: z.string().trim().max(500) })

/** Rows, or the JSON text of them. */
function editValue<Row extends z.ZodType>(row: Row) {
  return z.union([z.array(row).max(1000), z.string().max(2_000_000)])
}

const again = yesOrNo.default(false)
/** Why a new version is made; left out: that the deposits were edited. */
const remarks = z.string().trim().max(documentReasonLength).default('')

type Rows = Extract<WireCommand, { type: 'EditDeposits' }>['payload']['rows']

/** The edited rows of the deposit table; null where they cannot be read, or name a bid that is not there twice. */
export function editedRows(value: readonly EditRow[] | string, state: SessionState): Rows | null {
  const read = typeof value === 'string' ? (z.array(editRow).safeParse(parsed(value)).data ?? null) : value
  return (
    read &&
    rowsOf(
      read.map(({ BidFileID, ...row }) => {
        const changes = Object.entries(fields).map(([name, field]) => [
          field,
          row[name as keyof typeof fields],
        ])
        return { BidFileID, ...Object.fromEntries(changes.filter(([, text]) => text !== undefined)) }
      }),
      state,
    )
  )
}

/** As `editedRows`, of the overview's column. */
export function editedStatuses(
  value: readonly z.infer<typeof statusRow>[] | string,
  state: SessionState,
): Rows | null {
  const read = typeof value === 'string' ? (z.array(statusRow).safeParse(parsed(value)).data ?? null) : value
  return (
    read &&
    rowsOf(
      read.map(({ BidFileID, BzjJiaoNaQingKuang: status }) => ({ BidFileID, status })),
      state,
    )
  )
}

function rowsOf(
  read: readonly ({ readonly BidFileID: string } & Omit<Rows[number], 'bidderCode'>)[],
  state: SessionState,
): Rows | null {
  const rows: Rows = []
  for (const { BidFileID, ...changes } of read) {
    const bidderCode = bidderOfFile(state, BidFileID)
    if (bidderCode === null || rows.some((row) => row.bidderCode === bidderCode)) return null
    rows.push({ bidderCode, ...changes })
  }
  return rows
}

function parsed(json: string): unknown {
  try {
    return parseBoundedJson(json)
  } catch {
    return null
  }
}

/** The deposit table: read, edited, printed. */
export const depositCalls = {
  GetTouBiaoBaoZhengJinReport_EditInfo: {
    method: 'GET',
    path: '/api/KB_Local/GetTouBiaoBaoZhengJinReport_EditInfo',
    auth: 'session',
    action: 'ReadDeposits',
    refuses: ['forbidden', 'no-deposit'],
    summary:
      'The rows of the deposit table as they can be edited, and the accounts; a bidder gets their own only',
    rules: 'DEP-1',
    response: z.strictObject({
      rows: z.array(
        z.strictObject({
          /** Null for a bidder without a bid, whose row cannot be edited by these calls. */
          BidFileID: z.uuid().nullable(),
          EntprsCode: z.string(),
          EntprsName: z.string(),
          Bzj: z.string().nullable(),
          ZhiFu_ZhangHu: z.string(),
          HuiZhi_BianHao: z.string(),
          PaymentMode: z.string(),
          DaoZhang_ShiJian: z.string(),
          EditRemark: z.string(),
          bzjzt: z.string(),
        }),
      ),
      accounts: z.array(
        z.strictObject({
          xhColumn: z.number().int(),
          entprsName: z.string(),
          tbbzjUserName: z.string(),
          tbbzjUserCode: z.string(),
        }),
      ),
    }),
  },
  GetBzjztList: {
    method: 'GET',
    path: '/api/KB_Local/GetBzjztList',
    auth: 'session',
    action: 'ReadOverview',
    summary:
      'The payment status of the deposits, where there is one: for a bidder their own, and with the overview of step 4 those of all bidders',
    rules: 'DEP-4, DEP-5',
    response: z.array(z.strictObject({ EntprsCode: z.string(), bzjzt: z.string() })),
  },
  EditBaoZhengJin: commandCall({
    path: '/api/KB_Local/EditBaoZhengJin',
    command: 'EditDeposits',
    refuses: ['edit-unreadable'],
    summary: 'Saves edited rows of the deposit table without making its report',
    rules: 'DEP-1',
    body: z.strictObject({ EditValueJson: editValue(editRow) }),
    toPayload({ EditValueJson }, { state }) {
      const rows = editedRows(EditValueJson, state)
      return rows ? { rows } : 'edit-unreadable'
    },
    fromPayload({ rows }, { state }) {
      const edited: EditRow[] = []
      for (const { bidderCode, ...changes } of rows) {
        const BidFileID = fileOfBidder(state, bidderCode)
        if (BidFileID === null) return null
        const given = Object.entries(fields).map(([name, field]) => [name, changes[field]])
        edited.push({ BidFileID, ...Object.fromEntries(given.filter(([, text]) => text !== undefined)) })
      }
      return { EditValueJson: edited }
    },
  }),
  CreateTouBiaoBaoZhengJinReport_Edit: {
    method: 'POST',
    path: '/api/KB_Local/CreateTouBiaoBaoZhengJinReport_Edit',
    auth: 'session',
    action: 'EditDeposits',
    refuses: ['edit-unreadable', 'reports-busy', 'any-rule'],
    summary:
      'Saves edited rows of the deposit table; with Reprint 1 a new version of its report is made, for the reason in Remarks',
    rules: 'DEP-1, DEP-3',
    body: z.strictObject({
      Reprint: again,
      EditValueJson: editValue(editRow).default([]),
      Remarks: remarks,
    }),
    response: outcomeSchema.omit({ seq: true }),
  },
  CreateReport_Edit: {
    method: 'POST',
    path: '/api/KB_Local/CreateReport_Edit',
    auth: 'session',
    action: 'EditDeposits',
    refuses: ['edit-unreadable', 'other-envelope', 'reports-busy', 'any-rule'],
    summary:
      'Saves the payment status of deposits (BzjJiaoNaQingKuang); with Reprint 1 a new version of the overview, which has them, is made, for the reason in Remarks',
    rules: 'DEP-1, DEP-4',
    body: z.strictObject({
      StageOrd: stage,
      Reprint: again,
      EditValueJson: editValue(statusRow).default([]),
      Remarks: remarks,
    }),
    response: outcomeSchema.omit({ seq: true }),
  },
  DownloadTouBiaoBaoZhengJinReport: {
    method: 'GET',
    path: '/api/KB_Local/DownloadTouBiaoBaoZhengJinReport',
    auth: 'session',
    action: 'ReadReport',
    refuses: ['forbidden', 'no-deposit', 'document-not-offered', 'reports-busy', 'any-rule'],
    summary:
      'The address of the deposit report, in ResultMessage; the opener’s call makes its first version, and another one for the reason in Remarks. Not for bidders',
    rules: 'DEP-3, REP-14',
    unsafe: true,
    query: z.strictObject({
      /** Why a new version is made; the current one where it is left out. */
      Remarks: z.string().trim().max(documentReasonLength).default(''),
      format: z.enum(documentFormats).default('pdf'),
    }),
    response: z.strictObject({ Result: z.boolean(), ResultMessage: z.string() }),
  },
} as const satisfies Record<string, Call>
