import { Box, chakra, Input, Skeleton, Text } from '@chakra-ui/react'
import {
  type ColumnDef,
  getCoreRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn, RowGroup, ServerPaging } from './data-table.ts'
import { ErrorState } from './ErrorState.tsx'
import { TableBody } from './TableBody.tsx'
import { PhoneSort, TableHead } from './TableHead.tsx'
import { TablePager } from './TablePager.tsx'
import { useUnchangedRows } from './use-unchanged.ts'

interface DataTableProps<Row> {
  /** The table's name, for screen readers and print. */
  readonly caption: string
  readonly columns: readonly DataColumn<Row>[]
  /** Null while loading. */
  readonly rows: readonly Row[] | null
  readonly rowKey: (row: Row) => string
  readonly error?: { readonly message: string; readonly code?: string; readonly onRetry?: () => void } | null
  readonly empty?: ReactNode
  /** Page sizes to choose from; the first is the default. Without any, all rows are on one page. */
  readonly pageSizes?: readonly number[]
  readonly server?: ServerPaging
  /** The group of a row: neighbours of one group stand under its heading, up to a hundred rows. */
  readonly groupOf?: ((row: Row) => RowGroup) | undefined
  /** A value that changes with the row: the row is then marked for a moment. */
  readonly version?: (row: Row) => string
  /** The row that is marked as current; its page is shown when another row becomes it. */
  readonly currentKey?: string | null
  /** The row that stays at the top, whatever is sorted or searched; only in a table without pages. */
  readonly pinnedKey?: string | null
  /** Height limit of the scrolling body. */
  readonly maxHeight?: string
  /** The whole table: all rows scroll in its frame, and can be searched by this text past twenty rows, in either case. */
  readonly searchText?: (row: Row) => string
  /** On a phone the order is chosen elsewhere on the page, by a `PhoneSort`. */
  readonly sortsElsewhere?: boolean
}

const none: readonly never[] = []

/** The table: sorting, pages, sticky head, virtual rows past 100, cards on a phone, all rows in print. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rowKey, error, empty, pageSizes, server, version, groupOf } = props
  const { currentKey = null, pinnedKey = null, maxHeight = '70vh', searchText, sortsElsewhere } = props
  const { t } = useTranslation()
  const known = useUnchangedRows(props.rows ?? none, rowKey)
  const rows = props.rows && known
  const [ownSorting, setOwnSorting] = useState<SortingState>([])
  const [local, setLocal] = useState({ page: 1, pageSize: pageSizes?.[0] ?? Number.MAX_SAFE_INTEGER })
  const sorting = server?.onSort ? sortingOf(server) : ownSorting
  const setSorting = (next: SortingState) => (server?.onSort ? onServer(server, next) : setOwnSorting(next))
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const pinned = pinnedKey === null ? undefined : rows?.find((row) => rowKey(row) === pinnedKey)
  const { data, searched, wanted, setWanted } = useSearch(rows, pinned, searchText)
  const pages = Math.max(1, Math.ceil(data.length / local.pageSize))
  const page = Math.min(local.page, pages)
  const table = useReactTable({
    data,
    columns: definitions,
    getRowId: rowKey,
    state: { sorting, pagination: { pageIndex: server ? 0 : page - 1, pageSize: local.pageSize } },
    manualSorting: server?.onSort !== undefined,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
    manualPagination: server !== undefined,
    autoResetPageIndex: false,
  })
  useFollowed(
    currentKey,
    () => table.getSortedRowModel().rows.map(({ id }) => id),
    (place) => setLocal((before) => ({ ...before, page: Math.floor(place / before.pageSize) + 1 })),
  )
  const visible = table.getRowModel().rows.map((row) => row.original)
  const paging = server ?? {
    page,
    pageSize: local.pageSize,
    total: data.length,
    onChange: (next: number, pageSize: number) => setLocal({ page: next, pageSize }),
  }
  const count = paging.total + (pinned === undefined ? 0 : 1)
  const failed = error != null && data.length === 0

  return (
    <Box minW="0">
      {error && !failed && (
        <Text color="fg.warning" mb="2">
          {error.message}
        </Text>
      )}
      {searched && <TableSearch value={wanted} onChange={setWanted} />}
      {!sortsElsewhere && <PhoneSort columns={columns} sorting={sorting} onSort={setSorting} count={count} />}
      <TableBody
        caption={caption}
        columns={columns}
        rows={visible}
        pinned={pinned}
        rowKey={rowKey}
        groupOf={groupOf}
        version={version}
        currentKey={currentKey}
        maxHeight={maxHeight}
        fills={searched}
        head={<TableHead columns={columns} sorting={sorting} onSort={setSorting} />}
      />
      {rows === null && !error && <LoadingRows />}
      {failed && <ErrorState title={error.message} code={error.code} onRetry={error.onRetry} />}
      {rows !== null && !error && data.length === 0 && pinned === undefined && (
        <chakra.div py="10" textAlign="center" textWrap="balance" color="fg.muted" role="status">
          {empty ?? t('empty')}
        </chakra.div>
      )}
      {(pageSizes || server) && paging.total > 0 && (
        <TablePager paging={paging} pageSizes={pageSizes ?? [paging.pageSize]} />
      )}
    </Box>
  )
}

/** With more rows than this a whole table can be searched. */
const searchFrom = 20

/** The rows that the search leaves, without the pinned one. */
function useSearch<Row>(
  rows: readonly Row[] | null,
  pinned: Row | undefined,
  searchText: DataTableProps<Row>['searchText'],
) {
  const [wanted, setWanted] = useState('')
  const searched = searchText !== undefined && (rows?.length ?? 0) > searchFrom
  const data = useMemo(() => {
    const text = wanted.trim().toLowerCase()
    const finds = (row: Row) => !searched || !searchText || searchText(row).toLowerCase().includes(text)
    return (rows ?? []).filter((row) => row !== pinned && finds(row))
  }, [rows, pinned, searched, searchText, wanted])
  return { data, searched, wanted, setWanted }
}

function TableSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <Input
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxW="20rem"
      mb="2"
      data-no-print
    />
  )
}

/** Shows the place of the current row when another becomes it, and only then: otherwise the reader turns the pages. */
function useFollowed(
  key: string | null,
  sorted: () => readonly string[],
  show: (place: number) => void,
): void {
  const latest = useRef({ sorted, show })
  latest.current = { sorted, show }
  useEffect(() => {
    const place = key === null ? -1 : latest.current.sorted().indexOf(key)
    if (place >= 0) latest.current.show(place)
  }, [key])
}

function sortingOf({ sort }: ServerPaging): SortingState {
  return sort ? [{ id: sort.key, desc: sort.desc }] : []
}

function onServer({ onSort }: ServerPaging, [first]: SortingState): void {
  onSort?.(first ? { key: first.id, desc: first.desc } : null)
}

function definitionOf<Row>(column: DataColumn<Row>): ColumnDef<Row> {
  const { compare } = column
  if (!compare) return { id: column.key, enableSorting: false }
  // The accessor only makes the column sortable; `compare` uses the whole row.
  return { id: column.key, accessorFn: (row) => row, sortingFn: (a, b) => compare(a.original, b.original) }
}

function LoadingRows() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('loading')} py="3" display="grid" gap="2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} h="9" />
      ))}
    </Box>
  )
}
