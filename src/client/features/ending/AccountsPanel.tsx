import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { tableError, useAnswer } from '#client/ui/use-answer.ts'

type Account = CallAnswer<'GetTouBiaoBaoZhengJinReport_EditInfo'>['accounts'][number]

const searchText = ({ entprsName, tbbzjUserName }: Account) => `${entprsName} ${tbbzjUserName ?? ''}`

/** Whose accounts the deposits were paid from, as the platform reports them (DEP-1); a bidder's own only. */
export function AccountsPanel() {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const answer = useAnswer(
    useCallback(
      (signal: AbortSignal) => api('GetTouBiaoBaoZhengJinReport_EditInfo', { session, signal }),
      [session],
    ),
  )
  const columns = useMemo(
    (): DataColumn<Account>[] => [
      {
        key: 'index',
        header: t('common.index'),
        align: 'center',
        width: '4rem',
        cell: (row) => row.xhColumn,
      },
      {
        key: 'bidder',
        header: t('common.bidder'),
        isRowHeader: true,
        leastWidth: '12rem',
        cell: (row) => row.entprsName,
      },
      {
        key: 'name',
        header: t('ending.deposits.accountName'),
        cell: (row) => row.tbbzjUserName || t('common.none'),
      },
      {
        key: 'code',
        header: t('ending.deposits.accountCode'),
        cell: (row) => row.tbbzjUserCode || t('common.none'),
      },
    ],
    [t],
  )
  return (
    <Panel title={t('ending.deposits.accounts')}>
      <DataTable
        caption={t('ending.deposits.accounts')}
        columns={columns}
        rows={answer.value?.accounts ?? null}
        rowKey={({ xhColumn }) => String(xhColumn)}
        searchText={searchText}
        error={tableError(answer)}
        empty={t('ending.deposits.noAccounts')}
      />
    </Panel>
  )
}
