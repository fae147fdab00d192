import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import type { SessionState } from '#domain/session/state.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { participants } from '#domain/submission/bids.ts'

/** Who has signed the record of an envelope's round. */
export function SignatureTable({ round }: { round: SessionState }) {
  const { t } = useTranslation('steps')
  const rows = useMemo(() => participants(round), [round])
  const columns = useMemo(
    (): DataColumn<BidderState>[] => [
      { key: 'bidder', header: t('common.bidder'), isRowHeader: true, cell: ({ name }) => name },
      {
        key: 'status',
        header: t('common.status'),
        width: '8rem',
        cell: ({ signature }) => (
          <StatusBadge tone={signature ? 'done' : 'waiting'}>
            {t(signature ? 'ending.signing.signed' : 'ending.signing.unsigned')}
          </StatusBadge>
        ),
        compare: (a, b) => Number(a.signature !== null) - Number(b.signature !== null),
      },
      {
        key: 'signer',
        header: t('ending.signing.signer'),
        cell: ({ signature }) => signature?.signer ?? '—',
      },
      {
        key: 'at',
        header: t('ending.signing.signedAt'),
        align: 'end',
        cell: ({ signature }) => (signature ? <Timestamp at={signature.at} /> : '—'),
      },
    ],
    [t],
  )
  return (
    <DataTable
      caption={t('ending.signing.list')}
      columns={columns}
      rows={rows}
      rowKey={({ code }) => code}
      version={({ signature }) => signature?.at ?? ''}
    />
  )
}
