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

/** Shows the panel of the tab that was just chosen and gives it the focus; the panel is there some frames later. */
export function goToTabPanel(tab: string, frames = 30): void {
  requestAnimationFrame(() => {
    const panel = document.querySelector<HTMLElement>(`[role=tabpanel][id$="content-${tab}"]:not([hidden])`)
    if (panel) showAndFocus(panel)
    else if (frames > 0) goToTabPanel(tab, frames - 1)
  })
}

/** Shows an element and gives it the focus; nothing if it is not on the page. */
function showAndFocus(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

function idOf(name: string): string {
  return `part-${name}`
}
