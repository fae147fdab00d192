import { Flex, Text } from '@chakra-ui/react'
import type { TFunction } from 'i18next'
import { memo, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ClampedText } from '#client/ui/ClampedText.tsx'
import { CompanyName } from '#client/ui/CompanyName.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge, type Tone } from '#client/ui/StatusBadge.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { useUnchanged, useUnchangedRows } from '#client/ui/use-unchanged.ts'
import type { RowCheck } from '#domain/announcement/announcement-state.ts'
import { failureKindOf } from '#domain/decryption/outcome.ts'
import { isRowAsked } from '#domain/ending/asked.ts'
import type { OverviewRow as RecordedRow } from '#domain/ending/record.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { EnvelopeNumber } from '#domain/submission/bid-file.ts'
import { figureText } from '#domain/submission/figures.ts'
import type { Column, Tender } from '#domain/tender/tender.ts'
import { unitIn } from '#domain/tender/units.ts'
import { compareFigures } from './compare-figures.ts'
import { isLowest, type Prices, pricesOf, shareText } from './overview-prices.ts'
import { useAnnouncedColumns } from './use-announced-columns.ts'
import type { ViewerSide } from './use-viewer-side.ts'

/** A row with what its bidder says of it, where the viewer may see it. */
export type OverviewRow = RecordedRow & { readonly rowCheck?: RowCheck | null }

interface OverviewTableProps {
  readonly rows: readonly OverviewRow[]
  /** Has a column for each of its figures that belongs to the envelope. */
  readonly tender: Tender | null
  readonly envelope: EnvelopeNumber
  /** How an invalid bid is called: 无效标 to the opener's side, 废标 to a bidder (ANN-7). */
  readonly side: ViewerSide
  /** The bidder whose row is marked as the viewer's own. */
  readonly ownCode: string | null
  /** Whose rows have a column that says who confirmed them; without one, none. */
  readonly confirmation?: SessionState['confirmation']
  /** The payment status of the deposits by bidder; a column where there is any (DEP-4). */
  readonly deposits?: Readonly<Record<string, string>> | undefined
  /** The bidder whose bid is being read (ANN-9). */
  readonly readCode?: string | null
  /** With what bidders say of their own rows (ANN-13). */
  readonly showChecks?: boolean
  /** Shown beside the remark, for viewers who may edit it. */
  readonly remarkAction?: ((row: OverviewRow) => ReactNode) | undefined
}

/** The height that is left in the window. */
const frameHeight =
  'max(20rem, calc(100dvh - var(--kb-bar-height, 0px) - var(--kb-caption-height, 0px) - 8rem))'
const versionOf = ({ badge, note, remark, confirmed, figures, rowCheck }: OverviewRow) =>
  `${badge} ${note} ${remark} ${confirmed} ${figures === null} ${rowCheck?.answer} ${rowCheck?.reply?.at}`
const searchText = (row: OverviewRow) => `${row.bidderName} ${row.bidderCode}`

/** The opening summary table (ANN-6): bidders in order of enrolment, one column per figure of the tender. */
export function OverviewTable({ rows, ...props }: OverviewTableProps) {
  return <UnchangedTable {...props} rows={useUnchangedRows(rows, rowKey)} />
}

const rowKey = (row: OverviewRow) => row.bidderCode

/** Drawn again only if something of it has changed, and not with every entry of the log. */
const UnchangedTable = memo(PlainTable)

function PlainTable(props: OverviewTableProps) {
  const { rows, tender, envelope, side, ownCode, confirmation = null, remarkAction } = props
  const { readCode = null, showChecks = false, deposits } = props
  const { t } = useTranslation('steps')
  const columns = useAnnouncedColumns(tender, envelope)
  const shown = useOverviewColumns({
    ...{ side, ownCode, confirmation, showChecks, deposits, remarkAction },
    hasRemarks: remarkAction !== undefined || rows.some(({ cause, note, remark }) => cause || note || remark),
    columns,
    prices: useUnchanged(useMemo(() => pricesOf(rows, tender, columns), [rows, tender, columns])),
  })
  return (
    <DataTable
      caption={t('announcement.overview')}
      columns={shown}
      rows={rows}
      rowKey={rowKey}
      maxHeight={frameHeight}
      searchText={searchText}
      empty={t('overview.empty')}
      currentKey={readCode}
      pinnedKey={ownCode}
      version={versionOf}
    />
  )
}

function useOverviewColumns(
  options: Omit<OverviewTableProps, 'rows' | 'tender' | 'envelope'> & {
    readonly columns: readonly Column[]
    readonly prices: Prices
    readonly hasRemarks: boolean
  },
): DataColumn<OverviewRow>[] {
  const { columns, side, ownCode, confirmation = null, deposits, showChecks, remarkAction, prices } = options
  const { hasRemarks } = options
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  return useMemo(() => {
    const figures = columns.map(
      ({ key, title, kind, unit }): DataColumn<OverviewRow> => ({
        key: `figure.${key}`,
        header: title[language],
        unit: unitIn(language, unit),
        align: kind === 'text' ? 'start' : 'end',
        cell: (row) => (
          <>
            <span>
              <Figure row={row} kind={kind} value={row.figures?.[key]} />
            </span>
            {key === prices.key && <PriceNote value={row.figures?.[key]} prices={prices} />}
          </>
        ),
        compare: (a, b) => compareFigures(kind, a.figures?.[key], b.figures?.[key]),
      }),
    )
    const deposit: DataColumn<OverviewRow> = {
      key: 'deposit',
      header: t('ending.tabs.deposits'),
      leastWidth: '4rem',
      cell: ({ bidderCode }) => deposits?.[bidderCode] || '—',
    }
    return [
      { key: 'index', header: t('common.index'), align: 'center', width: '3rem', cell: (row) => row.index },
      {
        key: 'bidder',
        header: t('common.bidder'),
        isRowHeader: true,
        leastWidth: '8rem',
        cell: (row) => (
          <Bidder row={row} side={side} own={row.bidderCode === ownCode} showCheck={showChecks} />
        ),
      },
      ...(confirmation ? [confirmationColumn(confirmation, t, language)] : []),
      ...figures,
      ...(deposits && Object.values(deposits).some(Boolean) ? [deposit] : []),
      {
        key: 'remark',
        header: t('overview.remark'),
        leastWidth: hasRemarks ? '6rem' : '3rem',
        cell: (row) => <Remark row={row} action={remarkAction?.(row)} />,
      },
    ]
  }, [
    columns,
    language,
    side,
    ownCode,
    confirmation,
    deposits,
    showChecks,
    hasRemarks,
    remarkAction,
    prices,
    t,
  ])
}

/** Beside the name, as beside an open log the table may be wider than its frame. */
function confirmationColumn(
  confirmation: SessionState['confirmation'],
  t: TFunction<'steps'>,
  language: 'zh' | 'en',
): DataColumn<OverviewRow> {
  return {
    key: 'confirmed',
    header: t('overview.confirmed'),
    // Its longest text, so that no column moves when somebody confirms.
    leastWidth: language === 'en' ? '8rem' : '5.75rem',
    cell: (row) =>
      isRowAsked({ confirmation }, row) ? (
        <StatusBadge tone={tones[row.confirmed]} brief>
          {t(`overview.confirmedBy.${row.confirmed}`)}
        </StatusBadge>
      ) : (
        '—'
      ),
  }
}

const tones: Readonly<Record<OverviewRow['confirmed'], Tone>> = {
  no: 'waiting',
  bidder: 'done',
  'time-out': 'info',
}

interface BidderProps {
  readonly row: OverviewRow
  readonly side: ViewerSide
  readonly own: boolean
  /** Whether the viewer is told what the bidder says of the row; the texts stand beside the disputes' replies. */
  readonly showCheck: boolean | undefined
}

function Bidder({ row, side, own, showCheck }: BidderProps) {
  const { t } = useTranslation('steps')
  return (
    <Flex gap="2" wrap="wrap" align="center">
      <span>
        <CompanyName name={row.bidderName} />
        {own && (
          <Text as="span" color="fg.info" textStyle="xs">
            {` (${t('overview.own')})`}
          </Text>
        )}
      </span>
      {row.note !== '' && <StatusBadge tone="warning">{t(`overview.badgeInvalid.${side}`)}</StatusBadge>}
      {row.cause !== null && (
        <StatusBadge tone="failed">{t(`overview.badgeFailed.${failureKindOf(row.cause)}`)}</StatusBadge>
      )}
      {showCheck && row.rowCheck && <Checked check={row.rowCheck} />}
    </Flex>
  )
}

function Checked({ check: { answer, reply } }: { check: RowCheck }) {
  const { t } = useTranslation('reading')
  if (answer === 'right') return <StatusBadge tone="done">{t('check.right')}</StatusBadge>
  if (reply) return <StatusBadge tone="info">{t('check.replied')}</StatusBadge>
  return <StatusBadge tone="warning">{t('check.disputed')}</StatusBadge>
}

function Figure({ row, kind, value }: { row: OverviewRow; kind: Column['kind']; value: string | undefined }) {
  const { t } = useTranslation('steps')
  if (value !== undefined && value !== '') return figureText(kind, value)
  return (
    <Text as="span" color="fg.muted">
      {row.figures === null && row.badge !== 'failed' ? t('common.notEntered') : '—'}
    </Text>
  )
}

function PriceNote({ value, prices }: { value: string | undefined; prices: Prices }) {
  const { t } = useTranslation('steps')
  const share = value && prices.ceiling ? shareText(value, prices.ceiling) : null
  const lowest = isLowest(value, prices)
  if (!share && !lowest) return null
  return (
    <Text as="div" color="fg.muted" textStyle="xs">
      {lowest && <NoteLine>{t('overview.lowest')}</NoteLine>}
      {share && <NoteLine>{t('overview.ofCeiling', { share })}</NoteLine>}
    </Text>
  )
}

function NoteLine({ children }: { children: ReactNode }) {
  return (
    <Text as="span" display="block" whiteSpace="nowrap">
      {children}
    </Text>
  )
}

function Remark({ row, action }: { row: OverviewRow; action: ReactNode }) {
  const { t } = useTranslation('steps')
  const mark = useNameLanguage() === 'en' ? '; ' : '；'
  const cause = row.cause ? t('overview.reason', { reason: t(`file.cause.${row.cause}`) }) : ''
  const note = row.note ? t('overview.reason', { reason: row.note }) : ''
  return (
    <Flex
      gap="2"
      align="center"
      wrap="wrap"
      justify={{ base: 'flex-end', md: 'flex-start', _print: 'flex-start' }}
    >
      <ClampedText text={[cause, note, row.remark].filter(Boolean).join(mark) || '—'} />
      {action}
    </Flex>
  )
}
