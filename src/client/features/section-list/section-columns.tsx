import { Badge, Flex, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { stepTitleKey } from '#client/session/step-title.ts'
import { useVariant } from '#client/store/variant.tsx'
import type { CardPlace, DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import type { Role } from '#domain/session/actor.ts'
import type { SectionListRow, SectionListSortColumn } from '#protocol/calls/section-list.ts'
import { lotCodes } from '#protocol/lot-status.ts'
import type { Variant } from '#variants/schema.ts'
import { Ribbon } from './Ribbon.tsx'
import { RowActions } from './RowActions.tsx'
import { RunningTime } from './RunningTime.tsx'
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

/** The four lines of a section's card on a phone. */
const cards: Readonly<Record<ColumnName | 'actions', CardPlace>> = {
  name: { line: 1 },
  ribbon: { line: 2, at: 'middle' },
  code: { line: 2 },
  status: { line: 2, at: 'end' },
  opensAt: { line: 3 },
  countdown: { line: 3, at: 'end' },
  bidderCount: { line: 4, labelled: true },
  actions: { line: 4, at: 'end' },
  index: 'hidden',
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
  const fields = useFieldColumns(tab, role)
  const bidderCount = useCountColumn(tab)
  return useMemo(() => {
    const columns: Record<ColumnName, DataColumn<NumberedRow>> = {
      ...fields,
      countdown: {
        key: 'countdown',
        header: t('columnCountdown'),
        align: 'end',
        width: '10rem',
        cell: (row) => <RunningTime row={row} offset={offset} />,
      },
      bidderCount,
    }
    const names: readonly ColumnName[] = tab === 'open' ? hall.openColumns : hall.endedColumns
    const seesCount = hall.bidderCountSeenBy.some((other) => other === role)
    const isShown = (name: ColumnName) => (name === 'bidderCount' ? seesCount : name !== 'ribbon' || ribbons)
    const shown = names.filter(isShown).map((name) => ({ ...columns[name], card: cards[name] }))
    const actions: DataColumn<NumberedRow> = {
      key: 'actions',
      header: t('columnActions'),
      align: 'end',
      bare: true,
      card: cards.actions,
      cell: (row) => (
        <RowActions
          row={row}
          isEnded={tab === 'ended'}
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
function useFieldColumns(tab: ListTab, role: Role) {
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
        width: '3.5rem',
        cell: (row) => row.number,
      },
      opensAt: {
        key: 'opensAt',
        header: t('columnTime'),
        width: '9rem',
        sortable: true,
        cell: (row) => format.minute(row.OpenBidTime),
      },
      status: {
        key: 'status',
        header: t('columnStatus'),
        width: '8rem',
        sortable: true,
        cell: (row) => <Status row={row} isEnded={tab === 'ended'} isBidders={role === 'bidder'} />,
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
        leastWidth: '14rem',
        sortable: true,
        cell: (row) => <SectionName row={row} />,
      },
    }
    return columns
  }, [t, format, tab, role])
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
      width: '10rem',
      sortable: tab === 'ended' || !hall.maskBidderCount,
      cell: ({ tbrCount }) =>
        tbrCount === '***' ? <span title={t('countMasked')}>{tbrCount}</span> : (tbrCount ?? '—'),
    }),
    [t, hall, tab],
  )
}

interface StatusProps {
  readonly row: SectionListRow
  readonly isEnded: boolean
  /** The viewer bids. */
  readonly isBidders: boolean
}

/**
 * The status, of a running section the step (LST-14), and among ended ones that the lot was stopped (HLT-10). Before the
 * opening also whether the bidder's own bid is in.
 */
function Status({ row, isEnded, isBidders }: StatusProps) {
  const { t } = useTranslation('hall')
  const { running, pbType } = row
  return (
    <Flex
      columnGap="2"
      rowGap="0.5"
      wrap="wrap"
      align="center"
      justify={{ base: 'flex-end', md: 'flex-start' }}
    >
      <StatusBadge tone={statusTones[row.bidStatus] ?? 'neutral'} brief>
        {t(row.bidStatus)}
      </StatusBadge>
      {row.bidStatus === '未开标' && (row.submitted || isBidders) && (
        <StatusBadge tone={row.submitted ? 'done' : 'warning'} brief>
          {t(row.submitted ? 'sealed' : 'notSealed')}
        </StatusBadge>
      )}
      {isEnded && row.BDZHUANGTAI === lotCodes.stopped && <Ribbon row={row} />}
      {running && (
        <Text as="span" whiteSpace="nowrap">
          {t(stepTitleKey(running.step, { ...running, qualification: pbType }), { ns: 'shell' })}
        </Text>
      )}
    </Flex>
  )
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
