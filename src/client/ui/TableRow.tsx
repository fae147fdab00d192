import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import { changedMark } from './changed-mark.ts'
import { alignMark, clearOfFigure, type DataColumn } from './data-table.ts'
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
  return (
    <tr
      ref={measure}
      // biome-ignore lint/a11y/noRedundantRoles: the phone layout removes the implicit one
      role="row"
      className="row"
      data-index={index}
      aria-rowindex={rowIndex}
      data-card={columns.some(({ card }) => card !== undefined) || undefined}
      data-pinned={pinned || undefined}
      data-changed={changed || undefined}
      aria-current={current || undefined}
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column} columns={columns} row={row} />
      ))}
    </tr>
  )
}

interface CellProps<Row> {
  readonly column: DataColumn<Row>
  readonly columns: readonly DataColumn<Row>[]
  readonly row: Row
}

function Cell<Row>({ column, columns, row }: CellProps<Row>) {
  const { isRowHeader, atEnd, bare, leastWidth } = column
  const phone = phoneCell(column, columns)
  const content = column.cell(row)
  const looks = {
    '--align': column.align ?? 'start',
    '--phone-align': phone.isAtStart ? 'start' : 'end',
    '--phone-display': phone.display,
    '--least-width': leastWidth ?? '0',
    justifyContent: phone.justify,
    ...phone.place,
  }
  return (
    <td
      role={isRowHeader ? 'rowheader' : 'cell'}
      className="cell"
      data-stuck={isRowHeader ? 'start' : atEnd ? 'end' : undefined}
      data-align={alignMark(column)}
      data-bare={bare || undefined}
      data-no-print={bare || undefined}
      data-on-card={typeof column.card === 'object' || undefined}
      data-blank={content === null || content === '' || undefined}
      style={looks as CSSProperties}
    >
      {phone.isLabelled && (
        <span className="label">{column.unit ? `${column.header} (${column.unit})` : column.header}</span>
      )}
      <div>{content}</div>
    </td>
  )
}

/** The styles of all rows, set on the table: while somebody scrolls, rows come by the hundred, and bare elements are drawn faster. */
export const rowStyles = {
  '& .row': {
    bg: 'bg.panel',
    display: { base: 'flex', md: 'table-row', _print: 'table-row' },
    // What is alone in the last column keeps its width.
    gridTemplateColumns: 'fit-content(60%) auto 1fr',
    breakInside: 'avoid',
    flexDirection: 'column',
    borderWidth: { base: '1px', md: '0' },
    rounded: { base: 'md', md: 'none' },
    mb: { base: '2', md: '0' },
    py: { base: '1', md: '0' },
    '&[data-card]': {
      display: { base: 'grid', md: 'table-row', _print: 'table-row' },
      px: { base: '3', md: '0' },
      columnGap: '2',
    },
    '&:not([aria-current])': { _hover: { bg: 'bg.subtle' } },
    // Below the head while the other rows scroll.
    '&[data-pinned]': {
      bg: 'bg.subtle',
      position: { md: 'sticky', _print: 'static' },
      top: 'var(--kb-head-height, 2.25rem)',
      zIndex: { md: '2' },
    },
    '&[aria-current]': { bg: 'bg.info' },
    // A phone's card is marked at its edge, a table's row below its cells.
    '&[data-changed]': { borderColor: 'info.solid' },
    '&[data-changed] > .cell': {
      ...changedMark('0 0 2px'),
      boxShadow: { md: 'inset 0 -2px 0 var(--kb-colors-info-solid)' },
      position: 'relative',
      '&[data-stuck]': { position: { base: 'relative', md: 'sticky', _print: 'static' } },
    },
  },
  '& .cell[data-align=figure] + .cell:not([data-align])': clearOfFigure,
  '& .cell': {
    bg: 'inherit',
    textAlign: { base: 'var(--phone-align)', md: 'var(--align)', _print: 'var(--align)' },
    display: { base: 'var(--phone-display)', md: 'table-cell', _print: 'table-cell' },
    gap: '4',
    px: { base: '3', md: '2', '2xl': '3' },
    py: { base: '1', md: '2.5' },
    borderBottomWidth: { base: '0', md: '1px', _print: '1px' },
    verticalAlign: 'middle',
    textWrap: 'pretty',
    // A name of two lines has no last letter alone.
    '&[role=rowheader]': { fontWeight: { base: 'semibold', md: 'medium' }, textWrap: 'balance' },
    // Stays at an edge while the table scrolls sideways.
    '&[data-stuck]': { position: { md: 'sticky', _print: 'static' }, zIndex: { md: '1' } },
    '&[data-stuck=start]': { left: '0' },
    '&[data-stuck=end]': { right: '0' },
    '& > div': { minW: { base: '0', md: 'var(--least-width)', _print: 'min(var(--least-width), 8rem)' } },
    '&[data-bare] > div': { ms: { base: 'auto', md: '0' } },
    // A label with nothing beside it would only make the card longer.
    '&[data-blank]': { display: { base: 'none', md: 'table-cell', _print: 'table-cell' } },
    '&[data-on-card]': {
      px: { base: '0', md: '2', '2xl': '3' },
      alignItems: 'center',
      gap: '2',
      '& > div': { ms: '0' },
    },
    '& > .label': {
      display: { base: 'inline', md: 'none', _print: 'none' },
      color: 'fg.muted',
      textAlign: 'start',
      flexShrink: '0',
      fontWeight: 'normal',
    },
  },
} as const

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
