import { Button, Flex, IconButton, Text } from '@chakra-ui/react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { DownloadIcon, EyeIcon, EyeOffIcon } from '#client/ui/icons.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { tableError, useAnswer } from '#client/ui/use-answer.ts'
import { useDownload } from '#client/ui/use-download.ts'
import { type OverviewRow, overviewRows } from '#domain/ending/record.ts'

type Contact = CallAnswer<'getTouBiaoRenLianXi'>[number]

interface ResultRow extends Contact {
  readonly badge: OverviewRow['badge']
}

const searchText = ({ EntprsName, EntprsCode }: ResultRow) => `${EntprsName} ${EntprsCode}`

/** The result once the opening has ended: who was opened, and whom to ask (EVA-4). */
export function ResultPanel() {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const isBidder = useRole() === 'bidder'
  const state = useSession((snapshot) => snapshot.state)
  const answer = useAnswer(
    useCallback((signal: AbortSignal) => api('getTouBiaoRenLianXi', { session, signal }), [session]),
  )
  const rows = useMemo(() => {
    const badges = new Map(overviewRows(state).map(({ bidderCode, badge }) => [bidderCode, badge]))
    return (
      answer.value?.map((row): ResultRow => ({ ...row, badge: badges.get(row.EntprsCode) ?? null })) ?? null
    )
  }, [answer.value, state])
  const columns = useResultColumns()
  return (
    <Panel title={t('ending.result.title')} actions={<ContactReport />}>
      <Text color="fg.muted" mb="3">
        {t(isBidder ? 'ending.result.own' : 'ending.result.all')}
      </Text>
      <DataTable
        caption={t('ending.result.title')}
        columns={columns}
        rows={rows}
        rowKey={({ EntprsCode }) => EntprsCode}
        searchText={searchText}
        error={tableError(answer)}
        empty={t('ending.result.none')}
      />
    </Panel>
  )
}

/** Saves the contacts below as PDF: with stars where they have stars, as it is not in the log who has the file. */
function ContactReport() {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const section = useSession(({ state }) => state.tender?.sectionCode ?? '')
  const { busy, download } = useDownload()
  const load = () => api('CreateTouBiaoRenLianXiReport', { session })
  return (
    <Button
      size="sm"
      variant="outline"
      loading={busy}
      loadingText={t('common:working')}
      onClick={() => download(load, `${section}-${t('ending.result.reportName')}.pdf`)}
    >
      <DownloadIcon />
      {t('ending.result.report')}
    </Button>
  )
}

function useResultColumns(): DataColumn<ResultRow>[] {
  const { t } = useTranslation('steps')
  return useMemo(
    () => [
      {
        key: 'bidder',
        header: t('common.bidder'),
        isRowHeader: true,
        leastWidth: '12rem',
        cell: ({ EntprsName }) => EntprsName,
        compare: (a, b) => a.EntprsName.localeCompare(b.EntprsName, 'zh-CN'),
      },
      {
        key: 'standing',
        header: t('ending.result.standing'),
        cell: ({ badge }) => <Standing badge={badge} />,
      },
      {
        key: 'contact',
        header: t('ending.result.contact'),
        cell: (row) => row.touBiao_DaiBiao || t('common.none'),
      },
      { key: 'phone', header: t('ending.result.phone'), cell: (row) => <Phone row={row} /> },
    ],
    [t],
  )
}

function Standing({ badge }: Pick<ResultRow, 'badge'>) {
  const { t } = useTranslation('steps')
  return (
    <StatusBadge tone={badge === null ? 'done' : 'failed'} brief>
      {t(`ending.result.${badge ?? 'opened'}`)}
    </StatusBadge>
  )
}

/** Stars until the eye is pressed, where the region masks phones. */
function Phone({ row }: { row: Contact }) {
  const { t } = useTranslation('steps')
  const session = useSessionId()
  const [shown, setShown] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { EntprsCode, EntprsName: name, touBiao_DaiBiao_DianHua: phone, IsMasked } = row

  async function toggle() {
    if (shown !== null) return setShown(null)
    setBusy(true)
    const answer = await api('showTouBiaoRenDianHua', { session, body: { EntprsCode } })
    setBusy(false)
    if (answer.ok) setShown(answer.value.touBiao_DaiBiao_DianHua)
    else toast.error(answer.error.message, answer.error.code)
  }

  return (
    <Flex align="center" gap="2">
      <Text as="span" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {(shown ?? phone) || t('common.none')}
      </Text>
      {IsMasked && (
        <IconButton
          size="xs"
          variant="ghost"
          loading={busy}
          aria-pressed={shown !== null}
          aria-label={t('ending.result.show', { name })}
          onClick={toggle}
        >
          {shown === null ? <EyeIcon /> : <EyeOffIcon />}
        </IconButton>
      )}
    </Flex>
  )
}
