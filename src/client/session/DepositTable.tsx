import { Text } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { tableError } from '#client/ui/use-answer.ts'
import { figureText } from '#domain/submission/figures.ts'
import { compareFigures } from './compare-figures.ts'
import { type DepositRow, useDeposits } from './use-deposits.ts'

interface DepositTableProps {
  readonly maxHeight?: string
  /** For viewers who may edit rows; a stable function. */
  readonly action?: ((row: DepositRow) => ReactNode) | undefined
}

const searchText = ({ EntprsName, EntprsCode }: DepositRow) => `${EntprsName} ${EntprsCode}`

/** The bid deposits (SHL-9): a bidder sees their own, others all of them. */
export function DepositTable({ maxHeight, action }: DepositTableProps) {
  const { t } = useTranslation('shell')
  const own = useRole() === 'bidder'
  const { answer, rows } = useDeposits()
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
        searchText={searchText}
        error={tableError(answer)}
        empty={t('depositsNone')}
        version={(row) => JSON.stringify(row)}
        {...(maxHeight === undefined ? {} : { maxHeight })}
      />
    </>
  )
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
        leastWidth: '10rem',
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
      {
        key: 'mode',
        header: t('depositMode'),
        leastWidth: '4rem',
        cell: (row) => row.BzjMode || t('notKnown'),
      },
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
        // A date on one line, the time below it.
        leastWidth: '7rem',
        cell: (row) => row.DaoZhang_ShiJian || t('notKnown'),
      },
      { key: 'remark', header: t('depositRemark'), leastWidth: '8rem', cell: (row) => row.EditRemark },
      ...(action
        ? [{ key: 'action', header: t('depositAction'), bare: true, atEnd: true, cell: action }]
        : []),
    ],
    [t, action],
  )
}
