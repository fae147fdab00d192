import { Box, Text } from '@chakra-ui/react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { compareFigures } from '#client/session/compare-figures.ts'
import { useRole, useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { tableError, useAnswer } from '#client/ui/use-answer.ts'
import { figureText } from '#domain/submission/figures.ts'

type DepositRow = CallAnswer<'GetBZJList'>[number]

/** The bid deposits (SHL-9): a bidder sees their own, others all of them. */
export function DepositsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const own = useRole() === 'bidder'
  const answer = useAnswer(
    useCallback((signal: AbortSignal) => api('GetBZJList', { session, signal }), [session]),
  )
  const columns = useDepositColumns()
  return (
    <Dialog open onClose={onClose} title={t('tool_deposits')} size="xl">
      <Text color="fg.muted" mb="3">
        {t(own ? 'depositsOwn' : 'depositsAll')}
      </Text>
      <Box>
        <DataTable
          caption={t('tool_deposits')}
          columns={columns}
          rows={answer.value}
          rowKey={(row) => row.EntprsCode}
          error={tableError(answer)}
          empty={t('depositsNone')}
          maxHeight="60vh"
        />
      </Box>
    </Dialog>
  )
}

function useDepositColumns(): DataColumn<DepositRow>[] {
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
        cell: (row) => (row.DaoZhang_ShiJian ? <Timestamp at={row.DaoZhang_ShiJian} /> : t('notKnown')),
      },
      { key: 'remark', header: t('depositRemark'), cell: (row) => row.EditRemark },
    ],
    [t],
  )
}
