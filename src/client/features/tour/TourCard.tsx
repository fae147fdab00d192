import { Box, Popover, Portal } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactNode, useCallback } from 'react'
import type { FoundTarget } from './use-target.ts'

interface TourCardProps {
  readonly target: FoundTarget | null
  readonly onLeave: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** The step's text, beside its element or at an edge of the window. */
export function TourCard({ target, onLeave, onKeyDown, children }: TourCardProps) {
  const side = target?.side ?? 'lower-edge'
  const height = useCardHeight(side === 'lower-edge')
  const placement = side === 'bottom' || side === 'left-start' ? side : null
  return (
    <Popover.Root
      open
      onOpenChange={({ open }) => {
        if (!open) onLeave()
      }}
      // The page stays usable beside it.
      closeOnInteractOutside={false}
      autoFocus={false}
      positioning={{
        strategy: 'fixed',
        placement: placement ?? 'bottom',
        gutter: 14,
        // The arrow stays clear of the rounded corners.
        arrowPadding: 16,
        overflowPadding: 12,
        getAnchorElement: () => (placement && target?.element) ?? null,
      }}
    >
      <Portal>
        <Popover.Positioner data-no-print css={placement ? {} : atEdge(side === 'upper-edge')}>
          <Popover.Content
            ref={height}
            onKeyDown={onKeyDown}
            data-tour-card
            zIndex="overlay"
            w={{ base: 'auto', md: '24rem' }}
            maxW="calc(100vw - 1.5rem)"
            borderWidth="2px"
            borderColor="info.solid"
            rounded="lg"
          >
            {placement && (
              <Popover.Arrow>
                <Popover.ArrowTip borderWidth="2px 0 0 2px" borderColor="info.solid" />
              </Popover.Arrow>
            )}
            {/* Scrolls inside the card, which would cut off its arrow otherwise. */}
            <Box overflowY="auto" px="4" py="3">
              {children}
            </Box>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}

/** Sets the height that a phone's page leaves for the card at its lower edge, for the styles: `--kb-tour-height`. */
function useCardHeight(isBelow: boolean) {
  return useCallback(
    (card: HTMLElement | null) => {
      if (!card || !isBelow) return
      const root = document.documentElement.style
      const observer = new ResizeObserver(() =>
        root.setProperty('--kb-tour-height', `${card.offsetHeight + 24}px`),
      )
      observer.observe(card)
      return () => {
        observer.disconnect()
        root.removeProperty('--kb-tour-height')
      }
    },
    [isBelow],
  )
}

/** Styles that win over the popover's own place: on a wide window at the right, where the log's column is. */
function atEdge(isUpper: boolean) {
  const below = 'calc(var(--kb-caption-height, 0px) + var(--kb-act-height, 0px) + 0.75rem) !important'
  return {
    position: 'fixed !important',
    transform: 'none !important',
    top: isUpper ? '0.75rem !important' : 'auto !important',
    bottom: isUpper ? 'auto !important' : below,
    left: { base: '0.75rem !important', md: 'auto !important' },
    right: '0.75rem !important',
    minWidth: '0 !important',
    zIndex: 'var(--kb-z-index-overlay) !important',
  }
}
