import { type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { apart, rowBlocks, withFocused } from './row-blocks.ts'
import { useFocusedRow } from './use-focused-row.ts'

const estimatedRowHeight = 45

interface VirtualRowsProps<Row> {
  /** What scrolls. */
  readonly frame: HTMLDivElement | null
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** The place of the current row, to which the frame scrolls; -1 without one. */
  readonly current: number
  /** Has the row's key as its own. */
  readonly row: (
    item: Row,
    index: number,
    measure: (element: HTMLTableRowElement | null) => void,
  ) => ReactNode
}

/** The rows in view, and the one whose control has the focus, wherever it is; the others are room of their height. */
export function VirtualRows<Row>({ frame, rows, rowKey, row, current }: VirtualRowsProps<Row>) {
  const keyAt = (index: number) => rows.slice(index, index + 1).map(rowKey)[0]
  const focusedKey = useFocusedRow(frame, keyAt)
  const focused = focusedKey === null ? -1 : rows.findIndex((item) => rowKey(item) === focusedKey)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => estimatedRowHeight,
    overscan: 8,
    rangeExtractor: useCallback((range: Range) => withFocused(rowBlocks(range), focused), [focused]),
    // No frame is held up for rows; while the wheel turns those out of view are there in time.
    useFlushSync: false,
  })
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: 'center' })
  }, [current, virtualizer])
  const { before, together, after } = apart(virtualizer.getVirtualItems())
  const first = together[0]?.index ?? 0
  const end = first + together.length
  const { measureElement } = virtualizer
  // The same elements until another block comes into view.
  const shown = useMemo(
    () => rows.slice(first, end).map((item, i) => row(item, first + i, measureElement)),
    [rows, row, first, end, measureElement],
  )
  const alone = (items: readonly VirtualItem[]) =>
    items.flatMap(({ index }) => rows.slice(index, index + 1).map((item) => row(item, index, measureElement)))
  const room = (key: string, from: number, to: number) => <Spacer key={key} height={to - from} />
  const [start, stop] = [together[0]?.start ?? 0, together.at(-1)?.end ?? 0]
  // One list, so that a row keeps its element, and the focus in it, when it is left behind.
  return [
    room(' start', 0, before[0]?.start ?? start),
    ...alone(before),
    ...before.map(({ end: bottom }) => room(' gap', bottom, start)),
    ...shown,
    ...after.map(({ start: top }) => room(' gap', stop, top)),
    ...alone(after),
    room(' end', after[0]?.end ?? stop, virtualizer.getTotalSize()),
  ]
}

function Spacer({ height }: { height: number }) {
  return <tr aria-hidden style={{ height: `${height}px`, display: height > 0 ? undefined : 'none' }} />
}
