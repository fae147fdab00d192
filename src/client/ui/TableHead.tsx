import { Box, chakra, NativeSelect } from '@chakra-ui/react'
import type { SortingState } from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import { alignMark, clearOfFigure, type DataColumn } from './data-table.ts'
import { ArrowIcon, SortIcon } from './icons.tsx'

interface SortProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly sorting: SortingState
  readonly onSort: (sorting: SortingState) => void
}

/** So many English heads have room on one line of a large screen. */
const mostOnOneLine = 8

/** Column heads; in a sortable column a button: ascending, descending, original order. */
export function TableHead<Row>({ columns, sorting, onSort }: SortProps<Row>) {
  return (
    <chakra.thead
      role="rowgroup"
      hideBelow="md"
      // A page of paper is narrower than a screen with columns.
      css={{ '@media print': { display: 'table-header-group !important' } }}
      position="sticky"
      top="0"
      zIndex="3"
    >
      <chakra.tr role="row" bg="bg.muted">
        {columns.map((column) => {
          const order = orderOf(sorting, column.key)
          const sort = { none: 'none', ascending: 'ascending', descending: 'descending' } as const
          return (
            <chakra.th
              key={column.key}
              role="columnheader"
              scope="col"
              aria-sort={isSortable(column) ? sort[order] : undefined}
              textAlign={column.align ?? 'start'}
              {...stuck(column)}
              data-align={alignMark(column)}
              data-at-end={column.atEnd || undefined}
              data-no-print={column.bare || undefined}
              bg="inherit"
              width={column.width}
              px={{ base: '3', md: '2', '2xl': '3' }}
              py="2"
              fontWeight="semibold"
              borderBottomWidth="1px"
              verticalAlign="bottom"
              css={headStyles(columns.length)}
              boxShadow="inset 0 -1px 0 var(--kb-colors-border)"
            >
              {isSortable(column) ? (
                <chakra.button
                  type="button"
                  onClick={() => onSort(nextSorting(column.key, order))}
                  display="inline-flex"
                  alignItems="center"
                  gap="1"
                  cursor="pointer"
                  textAlign="inherit"
                  fontWeight="inherit"
                  rounded="sm"
                  focusVisibleRing="outside"
                >
                  <HeadText column={column} />
                  {order === 'none' ? (
                    <SortIcon color="fg.muted" data-no-print />
                  ) : (
                    <ArrowIcon
                      transform={order === 'ascending' ? 'rotate(-90deg)' : 'rotate(90deg)'}
                      data-no-print
                    />
                  )}
                </chakra.button>
              ) : (
                <HeadText column={column} />
              )}
            </chakra.th>
          )
        })}
      </chakra.tr>
    </chakra.thead>
  )
}

/**
 * English heads are longer than their figures, and take two lines where columns are many; on a laptop a unit may stand
 * below its name.
 */
function headStyles(columns: number) {
  return {
    [columns > mostOnOneLine ? '&:lang(zh)' : '&']: { whiteSpace: { '2xl': 'nowrap' } },
    '&:lang(zh) .name': { whiteSpace: 'nowrap' },
    '[data-align=figure] + &:not([data-align])': clearOfFigure,
  }
}

/** The name's column stays at the left edge, that of buttons at the right one. */
function stuck<Row>({ isRowHeader, atEnd }: DataColumn<Row>) {
  if (!isRowHeader && !atEnd) return {}
  return { position: 'sticky', ...(isRowHeader ? { left: '0' } : { right: '0' }) } as const
}

function HeadText<Row>({ column }: { column: DataColumn<Row> }) {
  return (
    <span>
      <span className="name">{column.header}</span>
      {column.unit && (
        <>
          {' '}
          <chakra.span className="name" color="fg.muted" fontWeight="normal">
            {`(${column.unit})`}
          </chakra.span>
        </>
      )}
    </span>
  )
}

interface PhoneSortProps<Row> extends SortProps<Row> {
  /** So many rows there are. */
  readonly count: number
}

/** On a phone there are no column heads: the order is chosen from a list. */
export function PhoneSort<Row>({ columns, sorting, onSort, count }: PhoneSortProps<Row>) {
  const { t } = useTranslation()
  const sortable = columns.filter(isSortable)
  if (sortable.length === 0 || count < 2) return null
  const current = sorting[0]
  return (
    <Box hideFrom="md" w="full" mb="2" data-no-print>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field
          aria-label={t('tableSortBy')}
          value={current ? `${current.id}:${current.desc}` : ''}
          onChange={(event) => {
            const [id = '', desc] = event.currentTarget.value.split(':')
            onSort(id ? [{ id, desc: desc === 'true' }] : [])
          }}
        >
          <option value="">{t('tableSortNone')}</option>
          {sortable.flatMap(({ key, header }) => [
            <option key={`${key}:false`} value={`${key}:false`}>
              {t('tableSortAscending', { column: header })}
            </option>,
            <option key={`${key}:true`} value={`${key}:true`}>
              {t('tableSortDescending', { column: header })}
            </option>,
          ])}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Box>
  )
}

function isSortable<Row>({ compare, sortable }: DataColumn<Row>): boolean {
  return compare !== undefined || sortable === true
}

type Order = 'none' | 'ascending' | 'descending'

function orderOf(sorting: SortingState, key: string): Order {
  const found = sorting.find(({ id }) => id === key)
  if (!found) return 'none'
  return found.desc ? 'descending' : 'ascending'
}

function nextSorting(key: string, order: Order): SortingState {
  if (order === 'none') return [{ id: key, desc: false }]
  return order === 'ascending' ? [{ id: key, desc: true }] : []
}
