import { chakra } from '@chakra-ui/react'
import { memo, useEffect, useRef, useState } from 'react'
import type { DataColumn } from './data-table.ts'
import { hasSameFields } from './same-fields.ts'

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
export const TableRow = memo(PlainRow, ({ row: rowBefore, ...before }, { row, ...now }) => {
  return hasSameFields(rowBefore, row) && hasSameFields(before, now)
}) as typeof PlainRow

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { columns, row, index, rowIndex, version, current, pinned = false, measure } = props
  const changed = useChanged(version)
  const isCard = columns.some(({ card }) => card !== undefined)
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
      display={{ base: isCard ? 'grid' : 'flex', md: 'table-row', _print: 'table-row' }}
      gridTemplateColumns="fit-content(60%) auto minmax(0, 1fr)"
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
        <Cell key={column.key} column={column} columns={columns} row={row} />
      ))}
    </chakra.tr>
  )
}

interface CellProps<Row> {
  readonly column: DataColumn<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly row: Row
}

function Cell<Row>({ column, columns, row }: CellProps<Row>) {
  const { isRowHeader, atEnd, bare } = column
  const phone = phoneCell(column, columns)
  const isOnCard = typeof column.card === 'object'
  return (
    <chakra.td
      role={isRowHeader ? 'rowheader' : 'cell'}
      textAlign={{
        base: phone.isAtStart ? 'start' : 'end',
        md: column.align ?? 'start',
        _print: column.align ?? 'start',
      }}
      fontWeight={isRowHeader ? { base: 'semibold', md: 'medium' } : undefined}
      display={{ base: phone.display, md: 'table-cell', _print: 'table-cell' }}
      {...phone.place}
      {...(isRowHeader || atEnd ? stuckCell : {})}
      {...(isRowHeader ? { left: '0' } : atEnd ? { right: '0' } : {})}
      bg="inherit"
      justifyContent={phone.justify}
      alignItems={isOnCard ? 'center' : undefined}
      gap={isOnCard ? '2' : '4'}
      px="3"
      py={{ base: '1', md: '2.5' }}
      borderBottomWidth={{ base: '0', md: '1px', _print: '1px' }}
      verticalAlign="middle"
    >
      {phone.isLabelled && (
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
        ms={bare && !isOnCard ? { base: 'auto', md: '0' } : undefined}
      >
        {column.cell(row)}
      </chakra.div>
    </chakra.td>
  )
}

/** How a cell stands on a phone: on a line of its own below the row's name, or at its place on the card. */
function phoneCell<Row>(column: DataColumn<Row>, columns: readonly DataColumn<Row>[]) {
  const { card, isRowHeader = false, bare = false } = column
  if (card === undefined) {
    return {
      display: 'flex',
      justify: isRowHeader ? 'flex-start' : 'space-between',
      isAtStart: isRowHeader,
      isLabelled: !isRowHeader && !bare,
      place: isRowHeader && { order: -1 },
    } as const
  }
  if (card === 'hidden') {
    return { display: 'none', justify: undefined, isAtStart: true, isLabelled: false, place: false } as const
  }
  const { line, at, labelled = false } = card
  return {
    display: 'flex',
    justify: at ? 'flex-end' : 'flex-start',
    isAtStart: at === undefined,
    isLabelled: labelled,
    place: { gridRow: String(line), gridColumn: columnOn(line, at, columns) },
  } as const
}

/** The columns of the card's grid that a cell takes: the whole line where it is alone. */
function columnOn<Row>(line: number, at: 'middle' | 'end' | undefined, columns: readonly DataColumn<Row>[]) {
  const cards = columns.flatMap(({ card }) => (typeof card === 'object' && card.line === line ? [card] : []))
  if (cards.length === 1) return '1 / -1'
  if (at === undefined) return '1'
  if (at === 'middle') return '2'
  return cards.some((other) => other.at === 'middle') ? '3' : '2 / -1'
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
