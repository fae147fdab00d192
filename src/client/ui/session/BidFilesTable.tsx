import { Flex } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BidderState } from '#domain/state.ts'
import { type DataColumn, DataTable } from '../DataTable.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import { FileCause, FileStatus } from './FileStatus.tsx'
import { Moment } from './Moment.tsx'

interface BidFilesTableProps {
  readonly bidders: readonly BidderState[]
  readonly audience: 'opener' | 'bidder'
  /** Buttons of a row, for whoever may do something about it. */
  readonly action?: ((bidder: BidderState) => ReactNode) | undefined
}

/** Where every bidder's file stands, with its cause where it did not open (D3, D5, D6). */
export function BidFilesTable({ bidders, audience, action }: BidFilesTableProps) {
  const { t } = useTranslation('steps')
  const columns = useMemo(() => {
    const list: DataColumn<BidderState>[] = [
      {
        key: 'bidder',
        header: t('common.bidder'),
        isRowHeader: true,
        cell: (bidder) => bidder.name,
        compare: (a, b) => a.name.localeCompare(b.name, 'zh-CN'),
      },
      {
        key: 'status',
        header: t('common.status'),
        width: '9.5rem',
        cell: (bidder) => <Status bidder={bidder} audience={audience} />,
        compare: (a, b) => a.file.status.localeCompare(b.file.status),
      },
      {
        key: 'cause',
        header: t('opening.cause'),
        cell: (bidder) => bidder.invalid?.note ?? <FileCause file={bidder.file} />,
      },
      { key: 'documents', header: t('opening.documents'), cell: (bidder) => <Documents bidder={bidder} /> },
      {
        key: 'time',
        header: t('opening.time'),
        align: 'end',
        cell: (bidder) => ('at' in bidder.file ? <Moment at={bidder.file.at} /> : '—'),
      },
    ]
    return action
      ? [...list, { key: 'action', header: t('common.actions'), align: 'end' as const, cell: action }]
      : list
  }, [t, audience, action])
  return (
    <DataTable
      caption={t('opening.files')}
      columns={columns}
      rows={bidders}
      rowKey={(bidder) => bidder.code}
      version={(bidder) => `${bidder.file.status} ${bidder.invalid?.note ?? ''}`}
      empty={t('preparation.noBidders')}
    />
  )
}

function Status({ bidder, audience }: { bidder: BidderState; audience: 'opener' | 'bidder' }) {
  const { t } = useTranslation('steps')
  return (
    <Flex gap="2" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
      <FileStatus file={bidder.file} />
      {bidder.invalid && <StatusBadge tone="warning">{t(`overview.badgeInvalid.${audience}`)}</StatusBadge>}
    </Flex>
  )
}

function Documents({ bidder }: { bidder: BidderState }) {
  const { t } = useTranslation('steps')
  if (bidder.file.status !== 'imported') return '—'
  const { documentCount } = bidder.file
  return documentCount === 0 ? t('file.noDocuments') : t('file.documents', { count: documentCount })
}
