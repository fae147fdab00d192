import { Box, Tabs } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { MoreToScroll } from './MoreToScroll.tsx'
import { useElement } from './use-element.ts'

interface TabStripProps {
  /** The value of the shown tab. */
  readonly shown: string
  /** Its name, where the page does not tell. */
  readonly label?: string
  /** The triggers. */
  readonly children: ReactNode
}

/** The strip of tabs. Where it is wider than its frame it scrolls, and shows so at its edges. */
export function TabStrip({ shown, label, children }: TabStripProps) {
  const [strip, stripRef] = useElement()
  useSightOf(shown, strip)
  return (
    <Box position="relative">
      <Box ref={stripRef} position="relative" overflowX="auto">
        <Tabs.List minW="max-content" aria-label={label}>
          {children}
        </Tabs.List>
      </Box>
      <MoreToScroll frame={strip} side="start" fadesTo="bg" />
      <MoreToScroll frame={strip} side="end" fadesTo="bg" />
    </Box>
  )
}

/** Scrolls a strip of tabs so that the shown one is in sight, without moving the page. */
function useSightOf(tab: string, strip: HTMLElement | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at the page again when another tab is shown
  useEffect(() => {
    const shown = strip?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    if (!strip || !shown) return
    const { offsetLeft, offsetWidth } = shown
    const { scrollLeft, clientWidth } = strip
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
      strip.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2
  }, [tab, strip])
}
