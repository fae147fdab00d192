import { Box, Button } from '@chakra-ui/react'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedMark } from '#client/ui/changed-mark.ts'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { withFocused } from '#client/ui/row-blocks.ts'
import { useElement } from '#client/ui/use-element.ts'
import { useFocusedRow } from '#client/ui/use-focused-row.ts'
import { linesWhileScrolled } from './lines-while-scrolled.ts'
import { keyOf, type LogLine } from './log-lines.ts'

interface LogListProps {
  /** Oldest first; shown newest first. */
  readonly lines: readonly LogLine[]
  readonly row: (line: LogLine) => ReactNode
  /** Makes fewer lines of them; without it each is shown by itself. */
  readonly fold?: ((lines: readonly LogLine[]) => readonly LogLine[]) | undefined
  /** Stays above the lines while they scroll. */
  readonly head?: ReactNode
  /** Shown after the oldest line. */
  readonly end: ReactNode
  /** Tells whether the reader is scrolled away from the newest line. */
  readonly onAway?: (isAway: boolean) => void
  readonly maxHeight: string | { readonly base: string; readonly lg: string }
}

/** Scrolled further from the top than this, the reader is looking at earlier lines. */
const awayPixels = 24
const estimatedRowHeight = 48

/**
 * The lines in view, newest first. While the reader is scrolled away from the top the list does not change: new lines
 * are counted on the button that leads back, and appear once it is pressed or the reader scrolls back.
 */
export function LogList({ lines, row, fold, head, end, onAway, maxHeight }: LogListProps) {
  const { t } = useTranslation('shell')
  const [frame, frameRef] = useElement<HTMLDivElement>()
  const { shown, isHeld, onScroll, release } = useHeldLines(lines)
  const items = useMemo(() => (fold ? fold(shown) : shown), [fold, shown])
  const fresh = useFresh(lines.at(-1)?.entry.seq ?? 0)
  useEffect(() => onAway?.(isHeld), [onAway, isHeld])

  function jump(): void {
    release()
    frame?.scrollTo({ top: 0 })
    frame?.focus()
  }

  return (
    <Box position="relative" display="flex" flexDirection="column" flex="1" minH="0">
      {isHeld && <JumpButton added={lines.length - shown.length} onClick={jump} />}
      <Box
        ref={frameRef}
        role="group"
        aria-label={t('logTitle')}
        tabIndex={0}
        flex="1"
        minH={{ lg: '8rem' }}
        maxH={maxHeight}
        overflowY="auto"
        focusVisibleRing="inside"
        css={{ overflowAnchor: 'none' }}
        onScroll={(event) => onScroll(event.currentTarget.scrollTop)}
      >
        {head}
        <VirtualLines frame={frame} lines={items} row={row} fresh={fresh} />
        {end}
      </Box>
    </Box>
  )
}

/** The lines as they were when the reader scrolled away from the top; all of them at the top. */
function useHeldLines(lines: readonly LogLine[]) {
  const [held, setHeld] = useState<readonly LogLine[] | null>(null)
  const reading = useMemo(() => held && linesWhileScrolled(lines, held), [lines, held])

  function onScroll(top: number): void {
    if (top <= awayPixels) setHeld(null)
    else if (!reading) setHeld(lines)
  }
  return { shown: reading ?? lines, isHeld: reading !== null, onScroll, release: () => setHeld(null) }
}

function JumpButton({ added, onClick }: { added: number; onClick: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Button
      size="xs"
      position="absolute"
      top="1"
      insetX="0"
      mx="auto"
      w="fit-content"
      zIndex="2"
      shadow="md"
      onClick={onClick}
    >
      <ArrowIcon transform="rotate(-90deg)" />
      {added > 0 ? t('logJumpNew', { count: added }) : t('logJump')}
    </Button>
  )
}

interface VirtualLinesProps {
  /** The scrolling element. */
  readonly frame: HTMLElement | null
  readonly lines: readonly LogLine[]
  readonly row: (line: LogLine) => ReactNode
  /** Lines from this seq on are marked as new. */
  readonly fresh: number
}

/** Renders only the lines in view. */
function VirtualLines({ frame, lines, row, fresh }: VirtualLinesProps) {
  const { t } = useTranslation('shell')
  const count = lines.length
  const lineAt = (index: number) => lines[count - 1 - index]
  const keyAt = (index: number) => {
    const line = lineAt(index)
    return line ? keyOf(line) : index
  }
  const focusedKey = useFocusedRow(frame, keyAt)
  const focused = focusedKey === null ? -1 : lines.findIndex((_, index) => keyAt(index) === focusedKey)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => estimatedRowHeight,
    getItemKey: keyAt,
    overscan: 4,
    rangeExtractor: useCallback(
      (range: Range) => withFocused(defaultRangeExtractor(range), focused),
      [focused],
    ),
  })
  useEffect(() => forgetSizes(virtualizer.itemSizeCache, count, keyAt))
  // A new line moves all others, so each is in a bare element, which costs little to move.
  return (
    <Box
      as="ol"
      role="list"
      aria-label={t('logTitle')}
      listStyleType="none"
      position="relative"
      css={rowFrame}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const line = lineAt(index)
        if (!line) return null
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-changed={line.entry.seq >= fresh || undefined}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            {row(line)}
          </li>
        )
      })}
    </Box>
  )
}

/** Forgets heights of lines that were dropped, once more are known than there are lines. */
function forgetSizes<Key>(sizes: Map<Key, number>, count: number, keyAt: (index: number) => Key): void {
  if (sizes.size <= count) return
  const keys = new Set(Array.from({ length: count }, (_, index) => keyAt(index)))
  for (const key of sizes.keys()) if (!keys.has(key)) sizes.delete(key)
}

const rowFrame = {
  '& > li': {
    position: 'absolute',
    top: '0',
    insetX: '0',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
  },
  '& > li[data-index="0"]': { borderTopWidth: '0' },
  '& > li[data-changed]': {
    ...changedMark('0 0 0 3px'),
    boxShadow: 'inset 3px 0 0 var(--kb-colors-info-solid)',
  },
}

const freshMs = 2500
/** When more come at once, the whole list is new, and marks would tell nothing apart. */
const mostMarked = 12

/** The seq of the first line that has just arrived; infinite when none has, or too many to mark. */
function useFresh(newest: number): number {
  const [mark, setMark] = useState({ seen: newest, from: Number.POSITIVE_INFINITY })
  // Set while drawing: an effect would draw the lines twice. The lines that were there at first are not new.
  if (newest !== mark.seen) {
    const first = Math.min(mark.from, mark.seen + 1)
    const isMarked = mark.seen > 0 && newest >= first && newest - first < mostMarked
    setMark({ seen: newest, from: isMarked ? first : Number.POSITIVE_INFINITY })
  }
  useEffect(() => {
    if (mark.from === Number.POSITIVE_INFINITY) return
    const none = { seen: mark.seen, from: Number.POSITIVE_INFINITY }
    const timer = setTimeout(() => setMark(none), freshMs)
    return () => clearTimeout(timer)
  }, [mark])
  return mark.from
}
