import { Box, chakra } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { shallow } from 'zustand/shallow'
import type { DataColumn } from './data-table.ts'

/** With more rows than this only those in view are rendered. */
const virtualFrom = 100
const estimatedRowHeight = 45

interface TableBodyProps<Row> {
  readonly caption: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  /** Stays at the top, above the other rows. */
  readonly pinned: Row | undefined
  readonly rowKey: (row: Row) => string
  readonly version: ((row: Row) => string) | undefined
  readonly currentKey: string | null
  readonly maxHeight: string
  /** Scrolls within `maxHeight` also with few enough rows to be rendered at once. */
  readonly fills: boolean
  readonly head: ReactNode
}

/** The scrolling frame with head and rows. Roles are explicit because the phone layout removes the implicit ones. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { caption, columns, rows, pinned, rowKey, version, currentKey, maxHeight, fills, head } = props
  // State, not a ref: once the frame is mounted the rows are measured again.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const printing = usePrinting()
  const virtual = rows.length > virtualFrom && !printing
  const above = pinned === undefined ? 0 : 1
  const looks = (item: Row) => ({
    columns,
    row: item,
    version: version?.(item) ?? '',
    current: rowKey(item) === currentKey,
  })
  const row = (item: Row, index: number, measure?: (element: HTMLTableRowElement | null) => void) => (
    <TableRow
      key={rowKey(item)}
      {...looks(item)}
      index={index}
      rowIndex={index + above + 2}
      measure={measure}
    />
  )
  return (
    <Box
      ref={setFrame}
      role="group"
      aria-label={caption}
      tabIndex={0}
      // Visually hidden content of a cell must scroll with it.
      position="relative"
      overflow="auto"
      maxH={virtual ? maxHeight : fills ? { md: maxHeight } : undefined}
      focusVisibleRing="inside"
      rounded="md"
      borderWidth="1px"
      borderColor={{ base: 'transparent', md: 'border' }}
      _print={{ maxH: 'none', overflow: 'visible' }}
    >
      <chakra.table
        role="table"
        aria-label={caption}
        aria-rowcount={rows.length + above + 1}
        w="full"
        textStyle="sm"
        display={{ base: 'block', md: 'table', _print: 'table' }}
        borderCollapse="separate"
        borderSpacing="0"
      >
        {head}
        <chakra.tbody
          role="rowgroup"
          display={{ base: 'block', md: 'table-row-group', _print: 'table-row-group' }}
        >
          {pinned !== undefined && (
            <TableRow key={rowKey(pinned)} {...looks(pinned)} index={-1} rowIndex={2} pinned />
          )}
          {virtual ? (
            <VirtualRows
              frame={frame}
              rows={rows}
              row={row}
              current={rows.findIndex((item) => rowKey(item) === currentKey)}
            />
          ) : (
            rows.map((item, index) => row(item, index))
          )}
        </chakra.tbody>
      </chakra.table>
    </Box>
  )
}

interface VirtualRowsProps<Row> {
  readonly frame: HTMLDivElement | null
  readonly rows: readonly Row[]
  /** The place of the current row, to which the frame scrolls; -1 without one. */
  readonly current: number
  readonly row: (
    item: Row,
    index: number,
    measure: (element: HTMLTableRowElement | null) => void,
  ) => ReactNode
}

function VirtualRows<Row>({ frame, rows, row, current }: VirtualRowsProps<Row>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => estimatedRowHeight,
    overscan: 12,
  })
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'center' })
  }, [current, virtualizer])
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <Spacer height={before} />
      {items.flatMap(({ index }) => {
        const item = rows[index]
        return item === undefined ? [] : [row(item, index, virtualizer.measureElement)]
      })}
      <Spacer height={after} />
    </>
  )
}

function Spacer({ height }: { height: number }) {
  return <tr aria-hidden style={{ height: `${height}px`, display: height > 0 ? undefined : 'none' }} />
}

interface TableRowProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly row: Row
  readonly index: number
  readonly version: string
  readonly current: boolean
  /** The place in the table, from 1 for the head. */
  readonly rowIndex: number
  readonly pinned?: boolean
  readonly measure?: ((element: HTMLTableRowElement | null) => void) | undefined
}

/** Drawn again only if the row's fields have changed: tables are made anew with each entry of the log. */
const TableRow = memo(PlainRow, ({ row: rowBefore, ...before }, { row, ...now }) => {
  return shallow(rowBefore, row) && shallow(before, now)
}) as typeof PlainRow

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { columns, row, index, rowIndex, version, current, pinned = false, measure } = props
  const changed = useChanged(version)
  return (
    <chakra.tr
      ref={measure}
      role="row"
      data-index={index}
      aria-rowindex={rowIndex}
      {...(pinned ? pinnedRow : {})}
      data-changed={changed || undefined}
      aria-current={current || undefined}
      bg={current ? 'bg.info' : pinned ? 'bg.subtle' : 'bg.panel'}
      display={{ base: 'flex', md: 'table-row', _print: 'table-row' }}
      breakInside="avoid"
      flexDirection="column"
      borderWidth={{ base: '1px', md: '0' }}
      rounded={{ base: 'md', md: 'none' }}
      mb={{ base: '2', md: '0' }}
      py={{ base: '1', md: '0' }}
      _hover={current ? {} : { bg: 'bg.subtle' }}
      // With reduced motion the mark is shown without animation.
      css={{
        '&[data-changed] > *': {
          boxShadow: 'inset 0 -2px 0 var(--kb-colors-info-solid)',
          animation: 'changed 2.4s',
        },
      }}
    >
      {columns.map((column) => (
        <chakra.td
          key={column.key}
          role={column.isRowHeader ? 'rowheader' : 'cell'}
          textAlign={{
            base: column.isRowHeader ? 'start' : 'end',
            md: column.align ?? 'start',
            _print: column.align ?? 'start',
          }}
          fontWeight={column.isRowHeader ? { base: 'semibold', md: 'medium' } : undefined}
          display={{ base: 'flex', md: 'table-cell', _print: 'table-cell' }}
          {...(column.isRowHeader || column.atEnd ? stuckCell : {})}
          {...(column.isRowHeader ? { left: '0' } : column.atEnd ? { right: '0' } : {})}
          bg="inherit"
          justifyContent={column.isRowHeader ? 'flex-start' : 'space-between'}
          order={column.isRowHeader ? -1 : undefined}
          gap="4"
          px="3"
          py={{ base: '1', md: '2.5' }}
          borderBottomWidth={{ base: '0', md: '1px', _print: '1px' }}
          verticalAlign="middle"
        >
          {!column.isRowHeader && !column.bare && (
            <chakra.span
              hideFrom="md"
              _print={{ display: 'none' }}
              color="fg.muted"
              textAlign="start"
              flexShrink={0}
              fontWeight="normal"
            >
              {column.unit ? `${column.header} (${column.unit})` : column.header}
            </chakra.span>
          )}
          <chakra.div
            minW={{ base: '0', md: column.leastWidth ?? '0' }}
            ms={column.bare ? { base: 'auto', md: '0' } : undefined}
          >
            {column.cell(row)}
          </chakra.div>
        </chakra.td>
      ))}
    </chakra.tr>
  )
}

/** A cell that stays at an edge while the table scrolls sideways. */
const stuckCell = { position: { md: 'sticky', _print: 'static' }, zIndex: { md: '1' } } as const

/** Below the head while the other rows scroll; the head's height is that of its one line. */
const pinnedRow = {
  'data-pinned': true,
  position: { md: 'sticky', _print: 'static' },
  top: '2.25rem',
  zIndex: { md: '2' },
} as const

/** True for a moment after `version` changed while the row was in view. */
function useChanged(version: string): boolean {
  const previous = useRef(version)
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (previous.current === version) return
    previous.current = version
    setChanged(true)
    const timer = setTimeout(() => setChanged(false), 2500)
    return () => clearTimeout(timer)
  }, [version])
  return changed
}

/** True while printing: all rows are rendered. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const start = () => setPrinting(true)
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
