import { Box, Button } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { linesWhileScrolled } from './lines-while-scrolled.ts'
import { keyOf, type LogLine } from './log-lines.ts'

interface LogListProps {
  /** Oldest first; shown newest first. */
  readonly lines: readonly LogLine[]
  readonly row: (line: LogLine) => ReactNode
  /** What stands after the oldest line. */
  readonly end: ReactNode
  readonly maxHeight: string | { readonly base: string; readonly lg: string }
}

/** Further from the top than this, somebody is reading what was before. */
const awayPixels = 24
const estimatedRowHeight = 48

/**
 * The lines in view, newest first. Whoever has scrolled away reads on undisturbed: what is new, wherever its place is,
 * is counted on the way back to now, and comes in only there.
 */
export function LogList({ lines, row, end, maxHeight }: LogListProps) {
  const { t } = useTranslation('shell')
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [held, setHeld] = useState<readonly LogLine[] | null>(null)
  const reading = useMemo(() => held && linesWhileScrolled(lines, held), [lines, held])
  const shown = reading ?? lines
  const count = shown.length
  const fresh = useFresh(lines.at(-1)?.entry.seq ?? 0)
  const lineAt = (index: number) => shown[count - 1 - index]
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => estimatedRowHeight,
    getItemKey: (index) => {
      const line = lineAt(index)
      return line ? keyOf(line) : index
    },
    overscan: 8,
  })

  function onScroll(top: number): void {
    if (top <= awayPixels) setHeld(null)
    else if (!reading) setHeld(lines)
  }

  function jump(): void {
    setHeld(null)
    frame?.scrollTo({ top: 0 })
    frame?.focus()
  }

  return (
    <Box position="relative" display="flex" flexDirection="column" flex="1" minH="0">
      {reading && (
        <Button
          size="xs"
          position="absolute"
          top="1"
          insetX="0"
          mx="auto"
          w="fit-content"
          zIndex="1"
          shadow="md"
          onClick={jump}
        >
          <ArrowIcon transform="rotate(-90deg)" />
          {lines.length > count ? t('logJumpNew', { count: lines.length - count }) : t('logJump')}
        </Button>
      )}
      <Box
        ref={setFrame}
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
        <Box
          as="ol"
          role="list"
          aria-label={t('logTitle')}
          listStyleType="none"
          position="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lineAt(index)
            if (!line) return null
            return (
              <Box
                as="li"
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-changed={line.entry.seq >= fresh || undefined}
                aria-setsize={count}
                aria-posinset={index + 1}
                position="absolute"
                top="0"
                insetX="0"
                borderTopWidth={index === 0 ? '0' : '1px'}
                borderColor="border.muted"
                style={{ transform: `translateY(${start}px)` }}
                css={{
                  '&[data-changed]': {
                    boxShadow: 'inset 3px 0 0 var(--kb-colors-info-solid)',
                    animation: 'changed 2.4s',
                  },
                }}
              >
                {row(line)}
              </Box>
            )
          })}
        </Box>
        {end}
      </Box>
    </Box>
  )
}

const freshMs = 2500

/** The seq from which on lines have just come in; beyond them all when nothing has for a moment. */
function useFresh(newest: number): number {
  const seen = useRef(newest)
  const [from, setFrom] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const before = seen.current
    seen.current = newest
    // The first lines to be read are no news.
    if (before === 0 || newest <= before) return
    setFrom((now) => Math.min(now, before + 1))
    const timer = setTimeout(() => setFrom(Number.POSITIVE_INFINITY), freshMs)
    return () => clearTimeout(timer)
  }, [newest])
  return from
}
