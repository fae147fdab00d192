import { Box, Button } from '@chakra-ui/react'
import { type ReactNode, useCallback, useContext } from 'react'
import { ActsAllowed } from './acts-allowed.ts'

interface StickyActProps {
  readonly children: ReactNode
  /** False where another act of the page is at the lower edge. */
  readonly sticks?: boolean
}

/**
 * The button of the viewer's act. On a phone it is always in sight, at the window's lower edge; page and captions leave
 * room for it (`--kb-act-height`).
 */
export function StickyAct({ children, sticks = true }: StickyActProps) {
  const height = useActHeight()
  if (!sticks) return <>{children}</>
  return (
    <Box
      ref={height}
      data-sticky-act
      data-no-print
      position={{ base: 'fixed', md: 'static' }}
      bottom="0"
      insetX="0"
      zIndex="docked"
      bg={{ base: 'bg.panel', md: 'transparent' }}
      borderTopWidth={{ base: '1px', md: '0' }}
      px={{ base: '3', md: '0' }}
      py={{ base: '2.5', md: '0' }}
      css={{ '& > button, & > a': { width: { base: 'full', md: 'auto' } } }}
    >
      {children}
    </Box>
  )
}

/** Sets the height of the act where it sticks to the edge, for the styles: `--kb-act-height`. */
function useActHeight() {
  return useCallback((act: HTMLElement | null) => {
    if (!act) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      const sticks = getComputedStyle(act).position === 'fixed'
      root.setProperty('--kb-act-height', `${sticks ? act.offsetHeight : 0}px`)
    })
    observer.observe(act)
    return () => {
      observer.disconnect()
      root.removeProperty('--kb-act-height')
    }
  }, [])
}

/** On a phone, before the act is possible: leads to the form that it needs; not while no act is taken. */
export function ToForm({ label, formId }: { label: string; formId: string }) {
  const allowed = useContext(ActsAllowed)
  function go() {
    const form = document.getElementById(formId)
    form?.scrollIntoView({ block: 'center' })
    form?.querySelector<HTMLElement>('button, input, select')?.focus({ preventScroll: true })
  }
  if (!allowed) return null
  return (
    <Box hideFrom="md">
      <StickyAct>
        <Button onClick={go}>{label}</Button>
      </StickyAct>
    </Box>
  )
}
