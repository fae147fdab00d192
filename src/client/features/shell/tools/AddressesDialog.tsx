import { Box, chakra, Text } from '@chakra-ui/react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type CallAnswer } from '#client/net/api.ts'
import { readAllPages } from '#client/net/read-all-pages.ts'
import { useSessionId } from '#client/store/session-provider.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { DataColumn } from '#client/ui/data-table.ts'
import { CheckIcon, WarningIcon } from '#client/ui/icons.tsx'
import { tableError, useAnswer } from '#client/ui/use-answer.ts'
import { coincidencesIn } from './coincidences.ts'

type OriginRow = CallAnswer<'getTbrIpList'>['rows'][number]

const searchText = ({ entprsName, entprsCode }: OriginRow) => `${entprsName} ${entprsCode}`

/** Bidders' addresses and hardware serials; values that several share are marked and listed (SHL-8). */
export function AddressesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const session = useSessionId()
  const answer = useAnswer(
    useCallback(
      (signal: AbortSignal) =>
        readAllPages((PageIndex) => api('getTbrIpList', { query: { PageIndex }, session, signal })),
      [session],
    ),
  )
  const columns = useOriginColumns()
  return (
    <Dialog open onClose={onClose} title={t('tool_addresses')} width="64rem">
      {answer.value && <Findings rows={answer.value} />}
      <DataTable
        caption={t('tool_addresses')}
        columns={columns}
        rows={answer.value}
        rowKey={(row) => row.entprsCode}
        searchText={searchText}
        error={tableError(answer)}
        empty={t('biddersNone')}
        maxHeight="55vh"
      />
    </Dialog>
  )
}

/** The most coincidences, and names in one, that are listed; the table shows all. */
const mostNamed = 20
const mostNames = 12

function Findings({ rows }: { rows: readonly OriginRow[] }) {
  const { t, i18n } = useTranslation('shell')
  const found = useMemo(() => coincidencesIn(rows), [rows])
  const comma = i18n.language === 'en' ? ', ' : '、'
  if (found.length === 0) {
    return (
      <Text mb="3" display="flex" alignItems="center" gap="2">
        <CheckIcon color="fg.success" />
        {t('originNothing')}
      </Text>
    )
  }
  return (
    <Box
      as="section"
      aria-label={t('originFound')}
      bg="bg.warning"
      color="fg.warning"
      rounded="md"
      px="4"
      py="3"
      mb="3"
      maxH="30vh"
      overflowY="auto"
      tabIndex={0}
    >
      <Text fontWeight="semibold" display="flex" alignItems="center" gap="2">
        <WarningIcon />
        {t('originFound')}
      </Text>
      <chakra.ul ps="6">
        {found.slice(0, mostNamed).map(({ field, value, names }) => (
          <li key={`${field} ${value}`}>
            {t('originSame', {
              what: t(`origin_${field}`),
              value,
              count: names.length,
              names: names.slice(0, mostNames).join(comma) + (names.length > mostNames ? ' …' : ''),
            })}
          </li>
        ))}
      </chakra.ul>
      {found.length > mostNamed && <Text>{t('originMore', { count: found.length - mostNamed })}</Text>}
    </Box>
  )
}

function useOriginColumns(): DataColumn<OriginRow>[] {
  const { t } = useTranslation('shell')
  return useMemo(() => {
    const compared = (field: OriginRow['same'][number]): DataColumn<OriginRow> => ({
      key: field,
      header: t(`origin_${field}`),
      cell: (row) => <Compared value={row[field]} same={row.same.includes(field)} />,
      compare: (a, b) => (a[field] ?? '').localeCompare(b[field] ?? ''),
    })
    return [
      {
        key: 'name',
        header: t('bidderName'),
        isRowHeader: true,
        cell: (row) => row.entprsName,
        compare: (a, b) => a.entprsName.localeCompare(b.entprsName, 'zh-CN'),
      },
      { key: 'code', header: t('bidderCode'), cell: (row) => row.entprsCode },
      compared('zbj_ip'),
      compared('tbj_ip'),
      compared('cdsn'),
    ]
  }, [t])
}

function Compared({ value, same }: { value: string | null; same: boolean }) {
  const { t } = useTranslation('shell')
  if (value === null) return <chakra.span color="fg.muted">{t('notKnown')}</chakra.span>
  if (!same) return value
  return (
    <chakra.span color="fg.warning" fontWeight="semibold" whiteSpace="nowrap">
      <WarningIcon display="inline" verticalAlign="-0.2em" me="1" />
      {value} {t('originMark')}
    </chakra.span>
  )
}
