import { Box, Button } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface StickyActProps {
  readonly children: ReactNode
  /** False where another act of the page is at the lower edge. */
  readonly sticks?: boolean
}

/**
 * The button of the viewer's act. On a phone it is always in sight, above the captions at the window's lower edge; the
 * page leaves room for it (`actRoom`).
 */
export function StickyAct({ children, sticks = true }: StickyActProps) {
  if (!sticks) return <>{children}</>
  return (
    <Box
      data-sticky-act
      data-no-print
      position={{ base: 'fixed', md: 'static' }}
      bottom="var(--kb-caption-height, 0px)"
      insetX="0"
      zIndex="docked"
      bg={{ base: 'bg.panel', md: 'transparent' }}
      borderTopWidth={{ base: '1px', md: '0' }}
      px={{ base: '3', md: '0' }}
      py={{ base: '2.5', md: '0' }}
      css={{ '& > button': { width: { base: 'full', md: 'auto' } } }}
    >
      {children}
    </Box>
  )
}

/** On a phone, before the act is possible: leads to the form that it needs. */
export function ToForm({ label, formId }: { label: string; formId: string }) {
  function go() {
    const form = document.getElementById(formId)
    form?.scrollIntoView({ block: 'center' })
    form?.querySelector<HTMLElement>('button, input, select')?.focus({ preventScroll: true })
  }
  return (
    <Box hideFrom="md">
      <StickyAct>
        <Button onClick={go}>{label}</Button>
      </StickyAct>
    </Box>
  )
}

/** Styles of a page: room below its content for a button at the lower edge of a phone. */
export const actRoom = {
  '&:has([data-sticky-act])': {
    paddingBottom: {
      base: 'calc(var(--kb-caption-height, 0px) + 4.5rem)',
      md: 'var(--kb-caption-height, 0px)',
    },
  },
}
