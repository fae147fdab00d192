import { Box, chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { DataColumn, RowGroup } from './data-table.ts'
import { MoreToScroll } from './MoreToScroll.tsx'
import { rowStyles, TableRow } from './TableRow.tsx'
import { useElement } from './use-element.ts'
import { VirtualRows } from './VirtualRows.tsx'

/** With more rows than this only those in view are rendered. */
const virtualFrom = 100

interface TableBodyProps<Row> {
  readonly caption: string
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  /** Stays at the top, above the other rows. */
  readonly pinned: Row | undefined
  readonly rowKey: (row: Row) => string
  readonly groupOf: ((row: Row) => RowGroup) | undefined
  readonly version: ((row: Row) => string) | undefined
  readonly currentKey: string | null
  readonly maxHeight: string
  /** Scrolls within `maxHeight` also with few enough rows to be rendered at once. */
  readonly fills: boolean
  readonly head: ReactNode
}

/** The scrolling frame with head and rows. Roles are explicit because the phone layout removes the implicit ones. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { caption, columns, rows, pinned, rowKey, version } = props
  const { currentKey, maxHeight, fills, head } = props
  // State, not a ref: once the frame is mounted the rows are measured again.
  const [frame, frameRef] = useElement<HTMLDivElement>()
  useHeadHeight(pinned === undefined ? null : frame)
  const printing = usePrinting()
  const virtual = rows.length > virtualFrom && !printing
  const above = pinned === undefined ? 0 : 1
  const isCurrent = (item: Row) => rowKey(item) === currentKey
  const looks = (item: Row) => ({
    columns,
    row: item,
    version: version?.(item) ?? '',
    current: isCurrent(item),
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
    <Box position="relative">
      <Box
        ref={frameRef}
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
          css={rowStyles}
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
              <VirtualRows {...{ frame, rows, rowKey, row }} current={rows.findIndex(isCurrent)} />
            ) : (
              rows.flatMap((item, index) => [...headingsBefore(index, props), row(item, index)])
            )}
          </chakra.tbody>
        </chakra.table>
      </Box>
      <MoreToScroll frame={frame} side="end" />
    </Box>
  )
}

/**
 * The heading before a group's first row. All groups are in one body, so that a row that moves to another group keeps
 * its element, and with it the focus.
 */
function headingsBefore<Row>(index: number, { rows, groupOf, columns }: TableBodyProps<Row>): ReactNode[] {
  const [before, row] = [rows[index - 1], rows[index]]
  if (!groupOf || row === undefined) return []
  const { key, label } = groupOf(row)
  if (before !== undefined && groupOf(before).key === key) return []
  return [<GroupHeading key={`group ${key}`} label={label} span={columns.length} />]
}

function GroupHeading({ label, span }: { label: string; span: number }) {
  return (
    <chakra.tr role="row" data-group display={{ base: 'block', md: 'table-row', _print: 'table-row' }}>
      <chakra.th
        role="rowheader"
        scope="rowgroup"
        colSpan={span}
        display={{ base: 'block', md: 'table-cell', _print: 'table-cell' }}
        textAlign="start"
        fontWeight="semibold"
        color="fg.muted"
        bg={{ md: 'bg.subtle' }}
        px={{ base: '0', md: '3' }}
        pt={{ base: '3', md: '2' }}
        pb="2"
        borderBottomWidth={{ base: '0', md: '1px' }}
      >
        {label}
      </chakra.th>
    </chakra.tr>
  )
}

/** Sets the height of the frame's sticky head for the styles: `--kb-head-height`. */
function useHeadHeight(frame: HTMLElement | null): void {
  useEffect(() => {
    const head = frame?.querySelector('thead')
    if (!frame || !head) return
    const observer = new ResizeObserver(() =>
      frame.style.setProperty('--kb-head-height', `${head.offsetHeight}px`),
    )
    observer.observe(head)
    return () => observer.disconnect()
  }, [frame])
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
