import { Center, Flex } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { ArrowIcon } from './icons.tsx'

/** Shows at the right edge of a scrolling frame, beside a column that stays there, that there is more to scroll to. */
export function MoreAtEnd({ frame }: { frame: HTMLElement | null }) {
  const room = useRoomAtEnd(frame)
  if (room === null) return null
  return (
    <Flex
      data-more-at-end
      data-no-print
      aria-hidden
      position="absolute"
      top="1px"
      bottom="1px"
      right={`${room + 1}px`}
      w="12"
      pt="1.5"
      justify="flex-end"
      pointerEvents="none"
      zIndex="4"
      roundedEnd="md"
      bgGradient="to-r"
      gradientFrom="transparent"
      gradientTo="fg/16"
    >
      <Center
        boxSize="6"
        me="1.5"
        rounded="full"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border.emphasized"
      >
        <ArrowIcon />
      </Center>
    </Flex>
  )
}

const lookEveryMs = 150

/** The width of what stays at the right edge, in pixels; null while there is nothing more to scroll to. */
function useRoomAtEnd(frame: HTMLElement | null): number | null {
  const [room, setRoom] = useState<number | null>(null)
  useEffect(() => {
    if (!frame) return
    const look = () => {
      const left = frame.scrollWidth - frame.clientWidth - frame.scrollLeft
      const stays = frame.querySelector<HTMLElement>('th[data-at-end]')?.offsetWidth ?? 0
      setRoom(left > 1 ? stays + frame.offsetWidth - frame.clientWidth - 2 : null)
    }
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
  }, [frame])
  return room
}
