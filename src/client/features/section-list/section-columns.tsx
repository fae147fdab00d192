import { Badge, Button, Flex, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEachSecond } from '#client/store/use-each-second.ts'
import { useServerTime } from '#client/store/use-server-clock.ts'
import { useVariant } from '#client/store/variant.tsx'
import { Countdown } from '#client/ui/Countdown.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { ArrowIcon, LockIcon } from '#client/ui/icons.tsx'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import type { Role } from '#domain/session/actor.ts'
import { epochOf } from '#lib/time.ts'
import type { SectionListRow, SectionListSortColumn } from '#protocol/calls/section-list.ts'
import type { Variant } from '#variants/schema.ts'
import type { ListTab } from './section-list-address.ts'

export interface NumberedRow extends SectionListRow {
  readonly number: number
}

type ColumnName = Variant['hall']['openColumns'][number]

/** The sortable columns, by their field in the row. */
export const sortColumns: Partial<Record<ColumnName, SectionListSortColumn>> = {
  opensAt: 'OpenBidTime',
  status: 'bidStatus',
  code: 'bdbh',
  name: 'bdmc',
  bidderCount: 'tbrCount',
}

interface ColumnsProps {
  readonly tab: ListTab
  readonly role: Role
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
  /** Whether any lot has a ribbon; otherwise its column is omitted. */
  readonly ribbons: boolean
  readonly onEnter: (row: SectionListRow) => void
}

/** The variant's columns in the variant's order (LST-5), and one with the row's actions. */
export function useSectionColumns({
  tab,
  role,
  offset,
  ribbons,
  onEnter,
}: ColumnsProps): DataColumn<NumberedRow>[] {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  const fields = useFieldColumns()
  const bidderCount = useCountColumn(tab)
  return useMemo(() => {
    const columns: Record<ColumnName, DataColumn<NumberedRow>> = {
      ...fields,
      countdown: {
        key: 'countdown',
        header: t('columnCountdown'),
        align: 'end',
        width: '10rem',
        cell: (row) => <UntilOpening row={row} offset={offset} />,
      },
      bidderCount,
    }
    const names: readonly ColumnName[] = tab === 'open' ? hall.openColumns : hall.endedColumns
    const seesCount = hall.bidderCountSeenBy.some((other) => other === role)
    const isShown = (name: ColumnName) => (name === 'bidderCount' ? seesCount : name !== 'ribbon' || ribbons)
    const shown = names.filter(isShown).map((name) => columns[name])
    const actions: DataColumn<NumberedRow> = {
      key: 'actions',
      header: t('columnActions'),
      align: 'end',
      bare: true,
      cell: (row) => (
        <Actions
          row={row}
          canSubmit={tab === 'open' && role === 'bidder'}
          offset={offset}
          onEnter={onEnter}
        />
      ),
    }
    return [...shown, actions]
  }, [t, hall, fields, bidderCount, tab, role, offset, ribbons, onEnter])
}

/** The columns that show fields of the row; they need neither the clock nor the tab. */
function useFieldColumns() {
  const { t } = useTranslation('hall')
  const format = useTimeFormat()
  return useMemo(() => {
    const columns: Record<Exclude<ColumnName, 'countdown' | 'bidderCount'>, DataColumn<NumberedRow>> = {
      ribbon: {
        key: 'ribbon',
        header: t('columnRibbon'),
        width: '5.5rem',
        cell: (row) => <Ribbon row={row} />,
      },
      index: {
        key: 'index',
        header: t('columnIndex'),
        align: 'end',
        width: '4rem',
        cell: (row) => row.number,
      },
      opensAt: {
        key: 'opensAt',
        header: t('columnTime'),
        width: '10rem',
        sortable: true,
        cell: (row) => format.minute(row.OpenBidTime),
      },
      status: {
        key: 'status',
        header: t('columnStatus'),
        width: '8rem',
        sortable: true,
        cell: (row) => (
          <StatusBadge tone={statusTones[row.bidStatus] ?? 'neutral'} brief>
            {t(row.bidStatus)}
          </StatusBadge>
        ),
      },
      code: {
        key: 'code',
        header: t('columnCode'),
        sortable: true,
        cell: (row) => <Text whiteSpace={{ md: 'nowrap' }}>{row.bdbh}</Text>,
      },
      name: {
        key: 'name',
        header: t('columnName'),
        isRowHeader: true,
        sortable: true,
        cell: (row) => <SectionName row={row} />,
      },
    }
    return columns
  }, [t, format])
}

/** A masked count cannot be sorted by. */
function useCountColumn(tab: ListTab): DataColumn<NumberedRow> {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  return useMemo(
    () => ({
      key: 'bidderCount',
      header: t('columnBidders'),
      unit: t('columnBiddersUnit'),
      align: 'end',
      width: '9rem',
      sortable: tab === 'ended' || !hall.maskBidderCount,
      cell: ({ tbrCount }) =>
        tbrCount === '***' ? <span title={t('countMasked')}>{tbrCount}</span> : (tbrCount ?? '—'),
    }),
    [t, hall, tab],
  )
}

interface ActionsProps {
  readonly row: SectionListRow
  readonly canSubmit: boolean
  readonly offset: number | null
  readonly onEnter: (row: SectionListRow) => void
}

function Actions({ row, canSubmit, offset, onEnter }: ActionsProps) {
  const { t } = useTranslation('hall')
  const early = useEachSecond(() => offset !== null && Date.now() + offset < epochOf(row.OpenBidTime))
  return (
    <Flex gap="2" justify="flex-end" align="center" wrap={{ base: 'wrap', md: 'nowrap' }}>
      {canSubmit && early && (
        <>
          {row.submitted && (
            <StatusBadge tone="done" brief>
              {t('sealed')}
            </StatusBadge>
          )}
          <Button asChild size="sm" variant="outline">
            <Link
              to={`/seal/${row.bdGuid}`}
              aria-label={t(row.submitted ? 'sealAgainSection' : 'sealSection', { name: row.bdmc })}
            >
              <LockIcon />
              {t(row.submitted ? 'sealAgain' : 'seal')}
            </Link>
          </Button>
        </>
      )}
      <Button size="sm" onClick={() => onEnter(row)} aria-label={t('enterSection', { name: row.bdmc })}>
        {t('enter')}
        <ArrowIcon />
      </Button>
    </Flex>
  )
}

/** Shows that the time has come at and below 0 (LST-5). */
function UntilOpening({ row, offset }: { row: SectionListRow; offset: number | null }) {
  const { t } = useTranslation('hall')
  const now = useServerTime(offset)
  if (now === null) return null
  const milliseconds = epochOf(row.OpenBidTime) - now
  // No clock runs for a halted lot (HLT-9); that its time has come is said all the same (LST-5).
  if (milliseconds > 0 && hasRibbon(row)) return null
  return <Countdown milliseconds={milliseconds} label={t('columnCountdown')} ended={t('timeCome')} />
}

/** The section's name, with the mark of a pre-qualification, pbType 8 (LST-5). */
function SectionName({ row }: { row: SectionListRow }) {
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

const lotRibbons: Readonly<Record<number, 'lot2' | 'lot3' | 'lot4'>> = { 2: 'lot2', 3: 'lot3', 4: 'lot4' }

/** Whether a row has a ribbon to show. */
export function hasRibbon(row: SectionListRow): boolean {
  return lotRibbons[row.BDZHUANGTAI] !== undefined
}

/** A lot that is paused, stopped or failed (LST-5). */
function Ribbon({ row }: { row: SectionListRow }) {
  const { t } = useTranslation('hall')
  const ribbon = lotRibbons[row.BDZHUANGTAI]
  return ribbon ? (
    <StatusBadge tone={ribbon === 'lot4' ? 'warning' : 'failed'} brief>
      {t(ribbon)}
    </StatusBadge>
  ) : null
}
