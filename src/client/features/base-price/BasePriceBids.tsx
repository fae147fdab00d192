import { Stack, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { StatusBadge } from '#client/ui/StatusBadge.tsx'
import { figureText } from '#domain/submission/figures.ts'
import { bandText, causeText, placeText, theoryTexts } from '#protocol/messages/base-price-texts.ts'
import type { Language } from '#protocol/messages/codes.ts'
import type { BasePriceRow, BasePriceView } from './base-price-of.ts'
import { ParticipationButton } from './ParticipationButton.tsx'

interface BasePriceBidsProps {
  readonly view: BasePriceView
  /** The bidder whose row is marked as the viewer's own. */
  readonly ownCode: string | null
}

const searchText = ({ bidderName, bidderCode }: BasePriceRow) => `${bidderName} ${bidderCode}`

/** The bids with their part in the base price, its band and the theory cost; the opener changes who takes part. */
export function BasePriceBids({ view, ownCode }: BasePriceBidsProps) {
  const { t } = useTranslation('base-price')
  const columns = useColumns(view, ownCode)
  return (
    <DataTable
      caption={t('bids')}
      columns={columns}
      rows={view.rows}
      rowKey={(row) => row.bidderCode}
      searchText={searchText}
      pinnedKey={ownCode}
      empty={t('noBids')}
      version={({ bid }) => `${bid.takesPart} ${bid.place} ${bid.reason}`}
    />
  )
}

function useColumns({ unit, rows, isLocked }: BasePriceView, ownCode: string | null) {
  const { t, i18n } = useTranslation('base-price')
  const mayChange = useRole() === 'opener' && !isLocked
  const language: Language = i18n.language === 'en' ? 'en' : 'zh-CN'
  const hasBands = rows.some(({ check }) => check?.band)
  const hasTheory = rows.some(({ check }) => check !== null && check.theory.length > 0)
  return useMemo(() => {
    const checks: DataColumn<BasePriceRow>[] = [
      ...(hasBands ? [bandColumn(t('band'), language)] : []),
      ...(hasTheory ? [theoryColumn(t('theory'), language)] : []),
    ]
    const action: DataColumn<BasePriceRow> = {
      key: 'action',
      header: t('action'),
      bare: true,
      cell: (row) => <ParticipationButton row={row} />,
    }
    return [...mainColumns(t, unit, language, ownCode), ...checks, ...(mayChange ? [action] : [])]
  }, [t, unit, language, ownCode, hasBands, hasTheory, mayChange])
}

function mainColumns(
  t: ReturnType<typeof useTranslation<'base-price'>>['t'],
  unit: string,
  language: Language,
  ownCode: string | null,
): DataColumn<BasePriceRow>[] {
  return [
    {
      key: 'bidder',
      header: t('steps:common.bidder'),
      isRowHeader: true,
      leastWidth: '8rem',
      cell: ({ bidderCode, bidderName }) => (
        <>
          {bidderName}
          {bidderCode === ownCode && (
            <Text as="span" color="fg.info" textStyle="xs">
              {` (${t('steps:overview.own')})`}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'price',
      header: t('price'),
      unit,
      align: 'end',
      cell: ({ bid }) => (bid.price === null ? '—' : figureText('money', bid.price)),
    },
    {
      key: 'place',
      header: t('place'),
      cell: ({ bid }) => (
        <StatusBadge brief tone={bid.place === 'counted' ? 'done' : 'neutral'}>
          {placeText(bid, language)}
        </StatusBadge>
      ),
    },
    { key: 'cause', header: t('cause'), leastWidth: '5rem', cell: ({ bid }) => causeText(bid, language) },
  ]
}

function bandColumn(header: string, language: Language): DataColumn<BasePriceRow> {
  return {
    key: 'band',
    header,
    cell: ({ check }) =>
      check?.band ? (
        <StatusBadge brief tone={check.band === 'within' ? 'done' : 'warning'}>
          {bandText(check, language)}
        </StatusBadge>
      ) : (
        '—'
      ),
  }
}

function theoryColumn(header: string, language: Language): DataColumn<BasePriceRow> {
  return {
    key: 'theory',
    header,
    cell: ({ check }) => (
      <Stack gap="1" align={{ base: 'flex-end', md: 'flex-start' }}>
        {check ? theoryTexts(check, language).map((text) => <span key={text}>{text}</span>) : '—'}
      </Stack>
    ),
  }
}
