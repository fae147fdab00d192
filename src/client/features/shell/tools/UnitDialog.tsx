import { Text } from '@chakra-ui/react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useRole, useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { Timestamp } from '#client/ui/Timestamp.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { type Answer, tableError, useAnswer } from '#client/ui/use-answer.ts'

type UnitRow = CallAnswer<'getTouBiaoRenInfo'>[number]

/** Bidder unit info (SHL-10): a bidder's own as a list; all units in a table for others. */
export function UnitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const isBidder = useRole() === 'bidder'
  const answer = useAnswer(
    useCallback((signal: AbortSignal) => api('getTouBiaoRenInfo', { session, signal }), [session]),
  )
  const [own] = answer.value ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isBidder ? 'unitOwn' : 'tool_unit')}
      {...(isBidder ? { size: 'lg' } : { width: '64rem' })}
    >
      {isBidder && own ? <OwnUnit unit={own} /> : <Units answer={answer} />}
    </Dialog>
  )
}

function OwnUnit({ unit }: { unit: UnitRow }) {
  const { t } = useTranslation('shell')
  const time = useTimeFormat()
  const { certificate } = unit
  return (
    <>
      <DescriptionList
        items={[
          { label: t('bidderName'), value: unit.EntprsName },
          { label: t('bidderCode'), value: unit.EntprsCode },
          {
            label: t('unitSubmitted'),
            value: unit.submittedAt ? time.second(unit.submittedAt) : t('unitNotSubmitted'),
          },
          ...(certificate
            ? [
                { label: t('unitCertificate'), value: certificate.subject },
                { label: t('unitIssuer'), value: certificate.issuer },
                { label: t('unitUntil'), value: time.second(certificate.notAfter) },
                { label: t('unitFingerprint'), value: certificate.fingerprint, mono: true },
              ]
            : []),
        ]}
      />
      {!certificate && <Text color="fg.muted">{t('unitNoCertificate')}</Text>}
    </>
  )
}

function Units({ answer }: { answer: Answer<readonly UnitRow[]> }) {
  const { t } = useTranslation('shell')
  const columns = useUnitColumns()
  return (
    <DataTable
      caption={t('tool_unit')}
      columns={columns}
      rows={answer.value}
      rowKey={(row) => row.EntprsCode}
      error={tableError(answer)}
      empty={t('biddersNone')}
      maxHeight="60vh"
    />
  )
}

function useUnitColumns(): DataColumn<UnitRow>[] {
  const { t } = useTranslation('shell')
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('bidderName'),
        isRowHeader: true,
        cell: (row) => row.EntprsName,
        compare: (a, b) => a.EntprsName.localeCompare(b.EntprsName, 'zh-CN'),
      },
      { key: 'code', header: t('bidderCode'), cell: (row) => row.EntprsCode },
      {
        key: 'entered',
        header: t('unitEntered'),
        cell: (row) => t(row.loginType === 1 ? 'common:yes' : 'common:no'),
        compare: (a, b) => a.loginType - b.loginType,
      },
      {
        key: 'submitted',
        header: t('unitSubmitted'),
        align: 'end',
        cell: (row) => (row.submittedAt ? <Timestamp at={row.submittedAt} /> : t('unitNotSubmitted')),
        compare: (a, b) => (a.submittedAt ?? '').localeCompare(b.submittedAt ?? ''),
      },
      {
        key: 'until',
        header: t('unitUntil'),
        align: 'end',
        cell: (row) => (row.certificate ? <Timestamp at={row.certificate.notAfter} /> : t('notKnown')),
      },
    ],
    [t],
  )
}
