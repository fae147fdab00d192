import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { CompanyName } from '#client/ui/CompanyName.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { type Asked, askedBidders } from '#domain/inquiry/inquiry.ts'

/** What each bidder answered, for those who may see all answers (INQ-9). */
export function AnswerTable() {
  const { t } = useTranslation('inquiry')
  const state = useSession((snapshot) => snapshot.state)
  const rows = useMemo(() => askedBidders(state), [state])
  const columns: DataColumn<Asked>[] = [
    {
      key: 'bidder',
      header: t('bidder'),
      isRowHeader: true,
      leastWidth: '12rem',
      cell: ({ bidder }) => <CompanyName name={bidder.name} />,
    },
    { key: 'answer', header: t('answer'), cell: (asked) => <Answer asked={asked} /> },
    {
      key: 'at',
      header: t('at'),
      align: 'end',
      cell: ({ answer }) => (answer ? <Timestamp at={answer.at} /> : null),
    },
  ]
  return (
    <DataTable
      caption={t('table')}
      columns={columns}
      rows={rows}
      rowKey={({ bidder }) => bidder.code}
      version={({ answer }) => answer?.at ?? ''}
      searchText={({ bidder }) => bidder.name}
    />
  )
}

function Answer({ asked: { answer } }: { asked: Asked }) {
  const { t } = useTranslation('inquiry')
  const open = useSession(({ state }) => state.inquiry?.closed === false)
  if (!answer) return <StatusBadge tone="waiting">{t(open ? 'answer.waits' : 'answer.none')}</StatusBadge>
  return answer.objects ? (
    <StatusBadge tone="warning">{t('answer.yes')}</StatusBadge>
  ) : (
    <StatusBadge tone="done">{t('answer.no')}</StatusBadge>
  )
}
