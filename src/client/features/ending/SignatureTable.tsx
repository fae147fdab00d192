import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnBidder } from '#client/session/use-own-bidder.ts'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { type RecordSigner, signersOf } from '#domain/ending/signers.ts'
import type { SessionState } from '#domain/session/state.ts'

const searchText = ({ name, unitCode }: RecordSigner) => `${name} ${unitCode}`

/** Who has signed the record of an envelope's round, and how (END-22, END-23). */
export function SignatureTable({ round }: { round: SessionState }) {
  const { t } = useTranslation('steps')
  const own = useOwnBidder()
  const rows = useMemo(() => signersOf(round), [round])
  const columns = useMemo(
    (): DataColumn<RecordSigner>[] => [
      {
        key: 'unit',
        header: t('ending.signing.unit'),
        isRowHeader: true,
        cell: ({ isOpener, name }) => (isOpener ? t('ending.signing.openerOf', { name }) : name),
      },
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
        leastWidth: '8rem',
        cell: ({ signature }) => (signature ? signature.signedAs.name || signature.signer : '—'),
      },
      { key: 'how', header: t('ending.signing.how'), leastWidth: '6rem', cell: (row) => <How row={row} /> },
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
      rowKey={({ isOpener, unitCode }) => (isOpener ? 'opener' : unitCode)}
      searchText={searchText}
      pinnedKey={own?.code ?? null}
      version={({ signature }) => signature?.at ?? ''}
    />
  )
}

/** As an organisation or a person, by which way, and the flag that was sent. */
function How({ row: { signature } }: { row: RecordSigner }) {
  const { t } = useTranslation('steps')
  if (!signature) return <>—</>
  const { kind, way, envelopeFlag } = signature.signedAs
  const parts = [
    t(`ending.signing.type.${kind}`),
    t(`ending.signing.way.${way}`),
    ...(envelopeFlag === null ? [] : [t('ending.signing.flag', { flag: envelopeFlag })]),
  ]
  return <>{parts.join(' · ')}</>
}
