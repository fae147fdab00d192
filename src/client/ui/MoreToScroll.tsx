import { Center, Flex } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { ArrowIcon } from './icons.tsx'

type Side = 'start' | 'end'

interface MoreToScrollProps {
  readonly frame: HTMLElement | null
  readonly side: Side
  /** The colour at the edge: by default a shade, or the page's own, in which what is below the arrow disappears. */
  readonly fadesTo?: string
}

/**
 * Shows at an edge of a scrolling frame that there is more to scroll to. Where a column stays at the end, it is that
 * column's narrow shadow on what scrolls below it.
 */
export function MoreToScroll({ frame, side, fadesTo = 'fg/16' }: MoreToScrollProps) {
  const room = useRoomAt(side, frame)
  if (room === null) return null
  const isShadow = side === 'end' && columnAtEnd(frame) !== null
  return (
    <Flex
      {...{ [`data-more-at-${side}`]: '' }}
      data-no-print
      aria-hidden
      position="absolute"
      top="1px"
      bottom="1px"
      w={isShadow ? '2' : '12'}
      pt="1.5"
      pointerEvents="none"
      zIndex="4"
      {...looks[side]}
      {...{ [side === 'end' ? 'right' : 'left']: `${room + 1}px` }}
      gradientFrom="transparent"
      gradientTo={fadesTo}
    >
      <Center
        boxSize="6"
        flexShrink="0"
        mx="1.5"
        rounded="full"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border.emphasized"
      >
        <ArrowIcon {...(side === 'start' ? { transform: 'rotate(180deg)' } : {})} />
      </Center>
    </Flex>
  )
}

const looks = {
  start: { justify: 'flex-start', roundedStart: 'md', bgGradient: 'to-l' },
  end: { justify: 'flex-end', roundedEnd: 'md', bgGradient: 'to-r' },
} as const

const lookEveryMs = 150

/** The width of what stays at the edge, in pixels; null while there is nothing more to scroll to. */
function useRoomAt(side: Side, frame: HTMLElement | null): number | null {
  const [room, setRoom] = useState<number | null>(null)
  useEffect(() => {
    if (!frame) return
    const look = () => setRoom(side === 'start' ? roomAtStart(frame) : roomAtEnd(frame))
    const observer = new ResizeObserver(look)
    observer.observe(frame)
    if (frame.firstElementChild) observer.observe(frame.firstElementChild)
    // Looking at widths while rows come with each scroll event would lay the table out once more for each.
    let waiting: ReturnType<typeof setTimeout> | undefined
    const lookSoon = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        look()
      }, lookEveryMs)
    }
    frame.addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      clearTimeout(waiting)
      observer.disconnect()
      frame.removeEventListener('scroll', lookSoon)
    }
  }, [frame, side])
  return room
}

function roomAtStart({ scrollLeft }: HTMLElement): number | null {
  return scrollLeft > 1 ? 0 : null
}

function roomAtEnd(frame: HTMLElement): number | null {
  const { scrollWidth, scrollLeft, clientWidth, offsetWidth } = frame
  if (scrollWidth - clientWidth - scrollLeft <= 1) return null
  return (columnAtEnd(frame)?.offsetWidth ?? 0) + offsetWidth - clientWidth - 2
}

function columnAtEnd(frame: HTMLElement | null): HTMLElement | null {
  return frame?.querySelector<HTMLElement>('th[data-at-end]') ?? null
}
