import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A part of a step's page that links lead to; `name` is unique on the page. */
export function PageTarget({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box
      id={idOf(name)}
      tabIndex={-1}
      minW="0"
      rounded="lg"
      focusVisibleRing="outside"
      scrollMarginTop={{ base: '10rem', lg: 'calc(var(--kb-bar-height, 0px) + 1rem)' }}
      _empty={{ display: 'none' }}
    >
      {children}
    </Box>
  )
}

/** Shows a part of the page and gives it the focus. */
export function goToTarget(name: string): void {
  showAndFocus(document.getElementById(idOf(name)))
}

/** Shows an element and gives it the focus; nothing if it is not on the page. */
export function showAndFocus(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

function idOf(name: string): string {
  return `part-${name}`
}
