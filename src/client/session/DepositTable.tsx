import { Text } from '@chakra-ui/react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { tableError, useAnswer } from '#client/ui/use-answer.ts'
import type { DepositEdit } from '#domain/deposits/deposit-edit.ts'
import { figureText } from '#domain/submission/figures.ts'
import { compareFigures } from './compare-figures.ts'

export type DepositRow = CallAnswer<'GetBZJList'>[number]

interface DepositTableProps {
  readonly maxHeight?: string
  /** For viewers who may edit rows; a stable function. */
  readonly action?: ((row: DepositRow) => ReactNode) | undefined
}

/** The bid deposits (SHL-9): a bidder sees their own, others all of them. */
export function DepositTable({ maxHeight, action }: DepositTableProps) {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const own = useRole() === 'bidder'
  const answer = useAnswer(
    useCallback((signal: AbortSignal) => api('GetBZJList', { session, signal }), [session]),
  )
  const bidders = useSession(({ state }) => state.bidders)
  const rows = useMemo(
    () => answer.value?.map((row) => edited(row, bidders[row.EntprsCode]?.depositEdit)) ?? null,
    [answer.value, bidders],
  )
  const columns = useDepositColumns(action)
  return (
    <>
      <Text color="fg.muted" mb="3">
        {t(own ? 'depositsOwn' : 'depositsAll')}
      </Text>
      <DataTable
        caption={t('tool_deposits')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.EntprsCode}
        error={tableError(answer)}
        empty={t('depositsNone')}
        version={(row) => JSON.stringify(row)}
        {...(maxHeight === undefined ? {} : { maxHeight })}
      />
    </>
  )
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

function useDepositColumns(action: DepositTableProps['action']): DataColumn<DepositRow>[] {
  const { t } = useTranslation('shell')
  return useMemo(
    () => [
      { key: 'index', header: t('exportSeq'), align: 'end', width: '4rem', cell: (row) => row.Xh },
      {
        key: 'name',
        header: t('bidderName'),
        isRowHeader: true,
        cell: (row) => row.EntprsName,
        compare: (a, b) => a.EntprsName.localeCompare(b.EntprsName, 'zh-CN'),
      },
      {
        key: 'amount',
        header: t('depositAmount'),
        unit: t('yuan'),
        align: 'end',
        cell: (row) => (row.Bzj === null ? t('notKnown') : figureText('money', row.Bzj)),
        compare: (a, b) => compareFigures('money', a.Bzj ?? undefined, b.Bzj ?? undefined),
      },
      { key: 'account', header: t('depositAccount'), cell: (row) => row.ZhiFu_ZhangHu || t('notKnown') },
      { key: 'receipt', header: t('depositReceipt'), cell: (row) => row.HuiZhi_BianHao || t('notKnown') },
      { key: 'mode', header: t('depositMode'), cell: (row) => row.BzjMode || t('notKnown') },
      {
        key: 'status',
        header: t('depositStatus'),
        cell: (row) => row.BzjStatus || t('notKnown'),
        compare: (a, b) => a.BzjStatus.localeCompare(b.BzjStatus, 'zh-CN'),
      },
      {
        key: 'paid',
        header: t('depositPaid'),
        align: 'end',
        cell: ({ DaoZhang_ShiJian: at }) => (isTime(at) ? <Timestamp at={at} /> : at || t('notKnown')),
      },
      { key: 'remark', header: t('depositRemark'), cell: (row) => row.EditRemark },
      ...(action ? [{ key: 'action', header: t('depositAction'), bare: true, cell: action }] : []),
    ],
    [t, action],
  )
}

/** The platform's time; the opener writes it in any form. */
function isTime(at: string | null): at is string {
  return at !== null && /^\d{4}-\d\d-\d\dT.*Z$/.test(at)
}
