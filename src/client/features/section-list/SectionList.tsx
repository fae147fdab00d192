import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { ChoiceButton } from '#client/ui/ChoiceButton.tsx'
import { DataTable } from '#client/ui/DataTable.tsx'
import type { DataColumn, ServerPaging } from '#client/ui/data-table.ts'
import { RefreshIcon } from '#client/ui/icons.tsx'
import { PhoneSort } from '#client/ui/TableHead.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useOnline } from '#client/ui/use-online.ts'
import type { Role } from '#domain/session/actor.ts'
import type { SectionListRow } from '#protocol/calls/section-list.ts'
import { Filters } from './Filters.tsx'
import { hasRibbon } from './Ribbon.tsx'
import { type NumberedRow, sortColumns, useSectionColumns } from './section-columns.tsx'
import { type ListFilter, type ListQuery, noFilter } from './section-list-address.ts'
import { useAgenda } from './use-agenda.ts'
import { useCompleteQuery } from './use-complete-query.ts'
import { useSections } from './use-sections.ts'

interface SectionListProps {
  readonly query: ListQuery
  readonly onChange: (query: ListQuery) => void
  readonly role: Role
  /** Milliseconds by which the server's clock is ahead; null until they are known. */
  readonly offset: number | null
  readonly onEnter: (row: SectionListRow) => void
}

/** One tab of the section list: filters, table, refresh. */
export function SectionList({ query, onChange, role, offset, onEnter }: SectionListProps) {
  const { t } = useTranslation('hall')
  const { hall } = useVariant()
  const { tab, sort } = query
  const complete = useCompleteQuery(query, offset)
  const { found, failure, busy, refresh } = useSections(complete, hall.refreshMilliseconds)
  const numberedRows = useMemo(() => numbered(found?.rows ?? null, complete), [found, complete])
  // Another order, and that of new projects, has no groups.
  const isAgenda = tab === 'open' && sort === null && !query.onlyNew
  const { rows, groupOf } = useAgenda(numberedRows, offset, isAgenda)
  const ribbons = rows?.some(hasRibbon) ?? false
  const columns = useSectionColumns({ tab, role, offset, ribbons, onEnter })
  const pageSize = query.pageSize ?? hall.pageSize
  const dates = complete?.filter.dates ?? noDates
  const order = sort && { key: keyOf(sort.column), desc: sort.descending }
  const total = found?.total ?? 0
  const onSort = (next: typeof order) => onChange({ ...query, page: 1, sort: next && sortOf(next) })
  return (
    <Box>
      {/* They have their room before the dates are known, so that nothing is pushed down. */}
      <Box visibility={complete ? undefined : 'hidden'}>
        <Filters
          tab={tab}
          value={complete?.filter ?? { ...query.filter, dates }}
          isDated={query.filter.dates !== null}
          onChange={(filter) => {
            // The default dates move on with the calendar until others are chosen.
            const chosen = isSame(filter.dates, dates) ? query.filter.dates : filter.dates
            onChange({ ...query, filter: { ...filter, dates: chosen }, page: 1 })
          }}
          phoneSort={<PhoneOrder columns={columns} order={order} onSort={onSort} count={total} />}
        >
          {tab === 'open' && hall.newProjects && (
            <ProjectChoice
              onlyNew={query.onlyNew}
              onChange={(onlyNew) => onChange({ ...query, onlyNew, page: 1 })}
            />
          )}
          <Refreshed
            isTight={hall.newProjects}
            at={found?.serverTime ?? null}
            busy={busy}
            onRefresh={refresh}
          />
        </Filters>
      </Box>
      <DataTable
        caption={t(tab === 'open' ? 'tabOpen' : 'tabEnded')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.bdGuid}
        groupOf={groupOf}
        version={versionOf}
        error={
          failure && { message: failure.message || t('listFailed'), code: failure.code, onRetry: refresh }
        }
        empty={<NothingListed query={query} dates={dates} />}
        pageSizes={[...new Set([hall.pageSize, 8, 16, 32, 64])].sort((a, b) => a - b)}
        server={{
          page: query.page,
          pageSize,
          total,
          more: found?.more ?? false,
          onChange: (page, size) =>
            onChange({ ...query, page, pageSize: size === hall.pageSize ? null : size }),
          sort: order,
          onSort,
        }}
        sortsElsewhere
      />
    </Box>
  )
}

interface PhoneOrderProps {
  readonly columns: readonly DataColumn<NumberedRow>[]
  readonly order: ServerPaging['sort']
  readonly onSort: (order: NonNullable<ServerPaging['sort']> | null) => void
  readonly count: number
}

function PhoneOrder({ columns, order, onSort, count }: PhoneOrderProps) {
  return (
    <PhoneSort
      columns={columns}
      sorting={order ? [{ id: order.key, desc: order.desc }] : []}
      onSort={([first]) => onSort(first ? { key: first.id, desc: first.desc } : null)}
      count={count}
    />
  )
}

const noDates = { from: '', to: '' }

/** Whether something was searched for or chosen; the default dates are not. */
function isFiltered(filter: ListFilter): boolean {
  return Object.entries(filter).some(([name, value]) => value !== noFilter[name as keyof ListFilter])
}

interface NothingListedProps {
  readonly query: ListQuery
  readonly dates: { readonly from: string; readonly to: string }
}

/** That nothing was found or, where nothing was searched for, in which days there is nothing; and what to do. */
function NothingListed({ query: { tab, filter, onlyNew }, dates }: NothingListedProps) {
  const { t } = useTranslation('hall')
  const isOpen = tab === 'open'
  const isSearched = isFiltered(filter)
  const ofDays = !isSearched && !onlyNew && dates.from !== '' && dates.to !== ''
  const ofSearch = { reset: t('common:reset'), tab: t(isOpen ? 'tabEnded' : 'tabOpen') }
  const hint = isSearched ? t('emptyHint', ofSearch) : ofDays && t('noneHint')
  return (
    <Box px="4">
      <Text textWrap="balance">
        {ofDays ? t(isOpen ? 'noneOpen' : 'noneEnded', dates) : t(isOpen ? 'emptyOpen' : 'emptyEnded')}
      </Text>
      {hint && (
        <Text mt="1" textStyle="sm" textWrap="balance">
          {hint}
        </Text>
      )}
    </Box>
  )
}

function numbered(
  rows: readonly SectionListRow[] | null,
  complete: { page: number; pageSize: number } | null,
) {
  const before = complete ? (complete.page - 1) * complete.pageSize : 0
  return rows?.map((row, index) => ({ ...row, number: before + index + 1 })) ?? null
}

/** Everything that a row shows. */
function versionOf({
  bidStatus,
  BDZHUANGTAI,
  tbrCount,
  OpenBidTime,
  bdmc,
  submitted,
  running,
}: SectionListRow) {
  const { step, window } = running ?? {}
  const fields = [bidStatus, BDZHUANGTAI, tbrCount, OpenBidTime, bdmc, submitted, step]
  return [...fields, window?.name, window?.deadline].join(' ')
}

function isSame(one: ListFilter['dates'], other: ListFilter['dates']): boolean {
  return one?.from === other?.from && one?.to === other?.to
}

function keyOf(column: string): string {
  return Object.entries(sortColumns).find(([, name]) => name === column)?.[0] ?? ''
}

function sortOf({ key, desc }: { key: string; desc: boolean }): ListQuery['sort'] {
  const column = sortColumns[key as keyof typeof sortColumns]
  return column ? { column, descending: desc } : null
}

interface RefreshedProps {
  /** A phone's line has no room for the time. */
  readonly isTight: boolean
  readonly at: string | null
  readonly busy: boolean
  readonly onRefresh: () => void
}

function Refreshed({ isTight, at, busy, onRefresh }: RefreshedProps) {
  const { t } = useTranslation('hall')
  const format = useTimeFormat()
  const online = useOnline()
  const time = at ? format.clock(at) : '00:00:00'
  return (
    <Flex
      align="center"
      justify="flex-end"
      gap="3"
      ms="auto"
      // On a phone the time takes two lines rather than one of its own.
      flex={{ base: isTight ? undefined : '1 1 7rem', md: '0 1 auto' }}
    >
      {online && (
        <Text
          textStyle="sm"
          color="fg.muted"
          textAlign="end"
          visibility={at ? undefined : 'hidden'}
          hideBelow={isTight ? 'md' : undefined}
        >
          {t('refreshed', { time })}
        </Text>
      )}
      {/* Said at once: the next refresh may be minutes away. */}
      <Text role="status" textStyle="sm" fontWeight="medium" color="fg.warning">
        {!online && at && t('refreshedOffline', { time })}
      </Text>
      <Button variant="outline" px={{ base: '3', md: '4' }} onClick={onRefresh} loading={busy}>
        <RefreshIcon />
        <Text as="span" srOnly={{ base: true, md: false }}>
          {t('common:refresh')}
        </Text>
      </Button>
    </Flex>
  )
}

/** Chooses between the hall's projects and those published recently (LST-9). */
function ProjectChoice({ onlyNew, onChange }: { onlyNew: boolean; onChange: (onlyNew: boolean) => void }) {
  const { t } = useTranslation('hall')
  return (
    <Flex role="group" aria-label={t('projectChoice')} gap="1">
      {[false, true].map((value) => (
        <ChoiceButton
          key={String(value)}
          size="md"
          px={{ base: '2.5', md: '4' }}
          isChosen={value === onlyNew}
          onClick={() => onChange(value)}
        >
          {t(value ? 'projectsNew' : 'projectsHall')}
        </ChoiceButton>
      ))}
    </Flex>
  )
}
