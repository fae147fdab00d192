import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useTimeFormat } from '#client/time-format.ts'
import { Countdown } from '#client/ui/Countdown.tsx'
import { type DataColumn, DataTable } from '#client/ui/DataTable.tsx'
import { ArrowIcon, LockIcon, RefreshIcon } from '#client/ui/icons.tsx'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import { useVariant } from '#client/variant.tsx'
import { epochOf } from '#lib/time.ts'
import type { HallRow } from '#protocol/calls/hall.ts'
import { Filters } from './Filters.tsx'
import { type HallTab, noFilter, useSections } from './use-sections.ts'

export type { HallTab } from './use-sections.ts'

interface SectionListProps {
  readonly tab: HallTab
  /** The server's clock; null until it is known. */
  readonly now: number | null
  readonly isBidder: boolean
  readonly onEnter: (row: HallRow) => void
}

interface NumberedRow extends HallRow {
  readonly number: number
}

/** One tab of the hall: filters, table, refresh. */
export function SectionList({ tab, now, isBidder, onEnter }: SectionListProps) {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  const format = useTimeFormat()
  const [filter, setFilter] = useState(noFilter)
  const [place, setPlace] = useState({ page: 1, pageSize: hall.pageSize })
  const { found, failure, busy, refresh } = useSections(tab, filter, place, hall.refreshMilliseconds)
  const rows = useMemo(
    () =>
      found?.rows.map((row, index) => ({ ...row, number: (place.page - 1) * place.pageSize + index + 1 })) ??
      null,
    [found, place],
  )
  const columns = useColumns({ tab, now, isBidder, onEnter, rows })
  return (
    <Box>
      <Filters
        value={filter}
        onChange={(next) => {
          setFilter(next)
          setPlace({ ...place, page: 1 })
        }}
      />
      <Flex align="center" justify="flex-end" gap="3" mb="2">
        {found && (
          <Text textStyle="sm" color="fg.muted">
            {t('refreshed', { time: format.clock(found.serverTime) })}
          </Text>
        )}
        <Button size="sm" variant="outline" onClick={refresh} loading={busy}>
          <RefreshIcon />
          {t('common:refresh')}
        </Button>
      </Flex>
      <DataTable
        caption={t(tab === 'open' ? 'tabOpen' : 'tabEnded')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.bdGuid}
        version={(row) => `${row.bidStatus} ${row.BDZHUANGTAI} ${row.tbrCount}`}
        error={
          failure && { message: failure.message || t('listFailed'), code: failure.code, onRetry: refresh }
        }
        empty={t(tab === 'open' ? 'emptyOpen' : 'emptyEnded')}
        pageSizes={[...new Set([hall.pageSize, 8, 16, 32, 64])].sort((a, b) => a - b)}
        server={{
          ...place,
          total: found?.total ?? 0,
          onChange: (page, pageSize) => setPlace({ page, pageSize }),
        }}
      />
    </Box>
  )
}

function useColumns(props: SectionListProps & { readonly rows: readonly NumberedRow[] | null }) {
  const { tab, now, isBidder, onEnter, rows } = props
  const { t } = useTranslation('hall')
  const format = useTimeFormat()
  const counts = rows?.some((row) => row.tbrCount !== null) ?? false
  const columns: (DataColumn<NumberedRow> | false)[] = [
    { key: 'number', header: t('columnIndex'), align: 'end', width: '4rem', cell: (row) => row.number },
    { key: 'time', header: t('columnTime'), width: '10rem', cell: (row) => format.minute(row.OpenBidTime) },
    { key: 'status', header: t('columnStatus'), width: '9rem', cell: (row) => <LotStatus row={row} /> },
    {
      key: 'code',
      header: t('columnCode'),
      cell: (row) => <Text whiteSpace={{ md: 'nowrap' }}>{row.bdbh}</Text>,
    },
    { key: 'name', header: t('columnName'), isRowHeader: true, cell: (row) => <SectionName row={row} /> },
    tab === 'open' && {
      key: 'countdown',
      header: t('columnCountdown'),
      align: 'end',
      width: '10rem',
      cell: (row) => now !== null && <UntilOpening row={row} now={now} />,
    },
    counts && {
      key: 'bidders',
      header: t('columnBidders'),
      unit: t('columnBiddersUnit'),
      align: 'end',
      width: '9rem',
      cell: (row) => row.tbrCount ?? '—',
    },
    {
      key: 'actions',
      header: t('columnActions'),
      align: 'end',
      bare: true,
      cell: (row) => (
        <Flex gap="2" justify="flex-end" wrap={{ base: 'wrap', md: 'nowrap' }}>
          {isBidder && tab === 'open' && now !== null && now < epochOf(row.OpenBidTime) && (
            <Button asChild size="sm" variant="outline">
              <Link to={`/seal/${row.bdGuid}`} aria-label={t('sealSection', { name: row.bdmc })}>
                <LockIcon />
                {t('seal')}
              </Link>
            </Button>
          )}
          <Button size="sm" onClick={() => onEnter(row)} aria-label={t('enterSection', { name: row.bdmc })}>
            {t('enter')}
            <ArrowIcon />
          </Button>
        </Flex>
      ),
    },
  ]
  return columns.filter((column) => column !== false)
}

function UntilOpening({ row, now }: { row: HallRow; now: number }) {
  const { t } = useTranslation('hall')
  return (
    <Countdown
      milliseconds={epochOf(row.OpenBidTime) - now}
      label={t('columnCountdown')}
      ended={t('timeCome')}
    />
  )
}

/** The section's name, with the mark of a pre-qualification (S0 §2, pbType 8). */
function SectionName({ row }: { row: HallRow }) {
  const { t } = useTranslation('hall')
  return (
    <>
      {row.pbType === 8 && (
        <Badge colorPalette="info" me="2">
          {t('prequalification')}
        </Badge>
      )}
      {row.bdmc}
    </>
  )
}

const statusTones: Readonly<Record<string, Tone>> = {
  未开标: 'waiting',
  开标中: 'info',
  待开标: 'waiting',
  开标完: 'done',
  已流标: 'failed',
}
const ribbons = { 2: 'lot2', 3: 'lot3', 4: 'lot4' } as const

/** Opening status, and the ribbon of a lot that is paused, stopped or failed (S0 §2). */
function LotStatus({ row }: { row: HallRow }) {
  const { t } = useTranslation('hall')
  const ribbon = ribbons[row.BDZHUANGTAI as keyof typeof ribbons]
  return (
    <Flex gap="1" wrap="wrap" justify={{ base: 'flex-end', md: 'flex-start' }}>
      {ribbon && <StatusBadge tone="warning">{t(ribbon)}</StatusBadge>}
      <StatusBadge tone={statusTones[row.bidStatus] ?? 'neutral'}>{t(row.bidStatus)}</StatusBadge>
    </Flex>
  )
}
