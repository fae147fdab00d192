import { useCallback, useMemo } from 'react'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useAnswer } from '#client/ui/use-answer.ts'
import type { DepositEdit } from '#domain/deposits/deposit-edit.ts'

export type DepositRow = CallAnswer<'GetBZJList'>[number]

/** The deposits as the viewer may see them, with the opener's edits; `rows` is null while they load. */
export function useDeposits() {
  const session = useSessionId()
  const answer = useAnswer(
    useCallback((signal: AbortSignal) => api('GetBZJList', { session, signal }), [session]),
  )
  const bidders = useSession(({ state }) => state.bidders)
  const rows = useMemo(
    () => answer.value?.map((row) => edited(row, bidders[row.EntprsCode]?.depositEdit)) ?? null,
    [answer.value, bidders],
  )
  return { answer, rows }
}

/** The row with the opener's edits, which arrive while the table is shown. */
function edited(row: DepositRow, edit: DepositEdit | null | undefined): DepositRow {
  if (!edit) return row
  return {
    ...row,
    ZhiFu_ZhangHu: edit.account ?? row.ZhiFu_ZhangHu,
    HuiZhi_BianHao: edit.receiptNumber ?? row.HuiZhi_BianHao,
    BzjMode: edit.mode ?? row.BzjMode,
    BzjStatus: edit.status ?? row.BzjStatus,
    DaoZhang_ShiJian: edit.arrivedAt ?? row.DaoZhang_ShiJian,
    EditRemark: edit.remark ?? row.EditRemark,
  }
}
