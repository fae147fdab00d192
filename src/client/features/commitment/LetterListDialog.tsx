import { Button, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#client/net/api.ts'
import { useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { DownloadIcon } from '#client/ui/icons.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { useDownload } from '#client/ui/use-download.ts'
import {
  type CommitmentLetter,
  type LetterStatus,
  letterStatus,
} from '#domain/preparation/commitment-letter.ts'
import { biddersOf } from '#domain/submission/bids.ts'

interface Row {
  readonly code: string
  readonly name: string
  readonly letter: CommitmentLetter | undefined
}

const searchText = ({ name, code }: Row) => `${name} ${code}`

/** The status of every bidder's letter, for the opener and the observers (SES-12). */
export function LetterListDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('commitment')
  const state = useSession((snapshot) => snapshot.state)
  const rows = useMemo(
    () => biddersOf(state).map(({ code, name }): Row => ({ code, name, letter: state.letters[code] })),
    [state],
  )
  const done = rows.filter(({ letter }) => letter?.signature).length
  return (
    <Dialog open onClose={onClose} title={t('listTitle')} size="xl">
      <Text color="fg.muted" mb="3">
        {t('listCount', { done, total: rows.length })}
      </Text>
      <DataTable
        caption={t('listTitle')}
        columns={useLetterColumns()}
        rows={rows}
        rowKey={({ code }) => code}
        searchText={searchText}
        version={({ letter }) => letterStatus(letter)}
        empty={t('listEmpty')}
        maxHeight="60vh"
      />
    </Dialog>
  )
}

const tones = {
  none: 'neutral',
  shown: 'waiting',
  declined: 'warning',
  signed: 'done',
} as const satisfies Record<LetterStatus, unknown>

function useLetterColumns(): DataColumn<Row>[] {
  const { t } = useTranslation('commitment')
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('bidder'),
        isRowHeader: true,
        cell: ({ name }) => name,
        compare: (a, b) => a.name.localeCompare(b.name, 'zh-CN'),
      },
      {
        key: 'status',
        header: t('status'),
        width: '8rem',
        cell: ({ letter }) => (
          <StatusBadge tone={tones[letterStatus(letter)]}>{t(`status.${letterStatus(letter)}`)}</StatusBadge>
        ),
        compare: (a, b) => letterStatus(a.letter).localeCompare(letterStatus(b.letter)),
      },
      { key: 'signer', header: t('signer'), cell: ({ letter }) => letter?.signature?.signer ?? '—' },
      {
        key: 'at',
        header: t('signedAt'),
        align: 'end',
        cell: ({ letter }) => (letter?.signature ? <Timestamp at={letter.signature.at} /> : '—'),
      },
      {
        key: 'actions',
        header: t('actions'),
        bare: true,
        align: 'end',
        cell: (row) => (row.letter ? <DownloadLetter row={row} /> : null),
      },
    ],
    [t],
  )
}

function DownloadLetter({ row: { code, name } }: { row: Row }) {
  const { t } = useTranslation('commitment')
  const session = useSessionId()
  const { busy, download } = useDownload()
  const load = () => api('GetCNS', { query: { EntprsCode: code }, session })

  return (
    <Button
      size="xs"
      variant="outline"
      loading={busy}
      aria-label={t('downloadOf', { name })}
      onClick={() => download(load, `${name}-${t('open')}.pdf`)}
    >
      <DownloadIcon />
      {t('download')}
    </Button>
  )
}
