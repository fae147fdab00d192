import { Text } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import type { SessionState } from '#domain/session/state.ts'
import type { CertificateRow, CertificateVerdict } from '#seal/certificate-report.ts'
import { MakeSheet } from './MakeSheet.tsx'

const searchText = ({ bidderName, bidderCode }: CertificateRow) => `${bidderName} ${bidderCode}`

/** The CA report (CER-4): which certificate each bidder used, for a bidder their own. */
export function CertificatesPanel() {
  const { t } = useTranslation('steps')
  const state = useSession((snapshot) => snapshot.state)
  const read = useReader()
  const rows = useMemo(() => read?.(state) ?? null, [read, state])
  const columns = useCertificateColumns()
  return (
    <Panel title={t('ending.tabs.certificates')} actions={<MakeSheet kind="certificates" />}>
      <DataTable
        caption={t('ending.tabs.certificates')}
        columns={columns}
        rows={rows}
        rowKey={({ bidderCode }) => bidderCode}
        searchText={searchText}
        version={({ verdict, decrypted, signed }) => `${verdict} ${decrypted} ${signed}`}
        empty={t('ending.certificates.none')}
      />
    </Panel>
  )
}

/** Reading certificates is a large part of the program, loaded when it is needed. */
function useReader() {
  const [read, setRead] = useState<((state: SessionState) => CertificateRow[]) | null>(null)
  useEffect(() => {
    let left = false
    void import('#seal/certificate-report.ts').then(({ certificateRows }) => {
      if (!left) setRead(() => certificateRows)
    })
    return () => {
      left = true
    }
  }, [])
  return read
}

const tones = {
  sound: 'done',
  unused: 'waiting',
  'not-valid': 'failed',
  'other-certificate': 'failed',
  unreadable: 'failed',
} as const satisfies Record<CertificateVerdict, Tone>

function useCertificateColumns(): DataColumn<CertificateRow>[] {
  const { t } = useTranslation('steps')
  return useMemo(
    () => [
      { key: 'index', header: t('common.index'), align: 'center', width: '4rem', cell: ({ index }) => index },
      {
        key: 'bidder',
        header: t('common.bidder'),
        isRowHeader: true,
        leastWidth: '11rem',
        cell: ({ bidderName }) => bidderName,
      },
      {
        key: 'certificate',
        header: t('ending.certificates.subject'),
        leastWidth: '12rem',
        cell: ({ certificate }) => <Certificate certificate={certificate} />,
      },
      {
        key: 'until',
        header: t('ending.certificates.until'),
        align: 'end',
        cell: ({ certificate }) => (certificate ? <Timestamp at={certificate.notAfter} /> : '—'),
      },
      {
        key: 'used',
        header: t('ending.certificates.used'),
        leastWidth: '7rem',
        cell: (row) => <Uses row={row} />,
      },
      {
        key: 'verdict',
        header: t('ending.certificates.verdict'),
        leastWidth: '8rem',
        cell: ({ verdict }) => (
          <StatusBadge tone={tones[verdict]} brief={verdict === 'sound' || verdict === 'unused'}>
            {t(`ending.certificates.verdicts.${verdict}`)}
          </StatusBadge>
        ),
      },
    ],
    [t],
  )
}

/** Whose certificate it is, who issued it, and its serial number. */
function Certificate({ certificate }: Pick<CertificateRow, 'certificate'>) {
  const { t } = useTranslation('steps')
  if (!certificate) return <>—</>
  const { subjectName, issuerName, serialNumber } = certificate
  return (
    <>
      {subjectName}
      <Text textStyle="xs" color="fg.muted">
        {t('ending.certificates.issuer', { name: issuerName })}
      </Text>
      <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
        {t('ending.certificates.serialNumber', { number: serialNumber })}
      </Text>
    </>
  )
}

function Uses({ row: { decrypted, confirmed, signed } }: { row: CertificateRow }) {
  const { t } = useTranslation('steps')
  const uses = [
    ...decrypted.map((method) => t(`ending.certificates.uses.${method}`)),
    ...(confirmed ? [t('ending.certificates.uses.confirmed')] : []),
    ...(signed ? [t('ending.certificates.uses.signed')] : []),
  ]
  return <>{uses.join(t('ending.certificates.comma')) || '—'}</>
}
