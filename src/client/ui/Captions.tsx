import { Box, chakra, Flex, Heading, IconButton, Popover, Portal } from '@chakra-ui/react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepCaptionsClear } from './clear-captions.ts'
import { SoundIcon } from './icons.tsx'
import { wrapsAtMarks } from './wraps-at-marks.ts'

export interface ShownCaption {
  /** Changes with each sentence: screen readers read the same words again only in a new element. */
  readonly id: number
  readonly text: string
  readonly urgent: boolean
}

interface CaptionsProps {
  /** The sentence being spoken; null when there is none. */
  readonly caption: ShownCaption | null
  /** The width of a column at the right edge of the page. The captions end before it. */
  readonly clearOf?: { readonly lg: string; readonly '2xl': string } | undefined
}

/**
 * The captions of the voice prompts, in a pill over the room that page and dialogs leave at the window's lower edge
 * (`--kb-caption-height`), or beside or above it where acts of a scrolled page are (`keepCaptionsClear`), so that captions
 * never cover a control or move the page. While nothing is said there is only the button that shows the last ones. A polite
 * and an assertive live region exist from the start: a region that changes its kind together with its text is not read out.
 * They are outside the page, because an open dialog hides the page from screen readers; like the page they stand behind a
 * dialog's backdrop.
 */
export function Captions({ caption, clearOf }: CaptionsProps) {
  const last = useLast(caption)
  return (
    <Portal>
      <Flex
        ref={useRoom()}
        position="fixed"
        bottom="var(--kb-act-height, 0px)"
        left="0"
        right={{ base: '0', ...clearOf }}
        h={{ base: '3.75rem', lg: '2.75rem', '2xl': '3.5rem' }}
        zIndex="banner"
        align="center"
        justify="center"
        px="3"
        pointerEvents="none"
        // The page fades out below the pill, which would lie on half-hidden text.
        bgImage={last.length > 0 ? 'linear-gradient(to top, {colors.bg} 60%, transparent)' : undefined}
        css={{
          '&[data-over-acts]': { bgImage: 'none' },
          '&[data-side=start]': { justifyContent: 'flex-start' },
          '&[data-side=end]': { justifyContent: 'flex-end' },
        }}
        data-caption-strip
        data-no-print
        data-live-announcer
      >
        <Flex
          align="center"
          maxW="full"
          minW="0"
          transform="translateY(var(--kb-caption-rise, 0px))"
          rounded={caption ? 'xl' : 'full'}
          pointerEvents="auto"
          {...(caption
            ? {
                bg: 'bg.inverted',
                color: 'fg.inverted',
                pe: '4',
                py: { base: '1', lg: '0' },
                shadow: 'md',
              }
            : { bg: 'bg.panel', color: 'fg.muted', ...(last.length > 0 && { borderWidth: '1px' }) })}
        >
          {last.length > 0 && <LastCaptions captions={last} />}
          <Box role="status" aria-live="polite" minW="0">
            {caption && !caption.urgent && <Caption key={caption.id} text={caption.text} />}
          </Box>
          <Box role="alert" aria-live="assertive" minW="0">
            {caption?.urgent && <Caption key={caption.id} text={caption.text} />}
          </Box>
        </Flex>
      </Flex>
    </Portal>
  )
}

/** So many captions can be read again. */
const mostKept = 5

/** The last captions, oldest first, with the present one. */
function useLast(caption: ShownCaption | null): readonly ShownCaption[] {
  const [last, setLast] = useState<readonly ShownCaption[]>([])
  if (caption && last.at(-1)?.id !== caption.id) setLast([...last.slice(1 - mostKept), caption])
  return last
}

/** The button in the pill that opens the last captions. */
function LastCaptions({ captions }: { captions: readonly ShownCaption[] }) {
  const { t } = useTranslation()
  return (
    <Popover.Root positioning={{ placement: 'top', strategy: 'fixed' }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <IconButton
          variant="ghost"
          size="xs"
          rounded="full"
          color="inherit"
          transition="none"
          _hover={{ bg: 'transparent' }}
          _expanded={{ bg: 'transparent' }}
          aria-label={t('captionsLast')}
          title={t('captionsLast')}
        >
          <SoundIcon />
        </IconButton>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner data-no-print>
          <Popover.Content w="min(34rem, calc(100vw - 1.5rem))" borderWidth="1px" px="4" py="3">
            <Popover.Title asChild>
              <Heading as="h2" size="sm" mb="2">
                {t('captionsLast')}
              </Heading>
            </Popover.Title>
            <chakra.ol listStyleType="none" display="grid" gap="2">
              {captions.map(({ id, text }) => (
                <chakra.li key={id} borderTopWidth="1px" pt="2">
                  {text}
                </chakra.li>
              ))}
            </chakra.ol>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}

/** Sets the height that is left for captions, for the styles: `--kb-caption-height`; keeps them clear of acts. */
function useRoom() {
  return useCallback((strip: HTMLElement | null) => {
    if (!strip) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      root.setProperty('--kb-caption-height', `${strip.offsetHeight}px`)
    })
    observer.observe(strip)
    const leave = keepCaptionsClear(strip)
    return () => {
      leave()
      observer.disconnect()
      root.removeProperty('--kb-caption-height')
    }
  }, [])
}

/** The number of full-width characters that fit in one line on a laptop, and in two on a phone. */
const aLine = 36

/** Two Latin letters are as wide as one Chinese character. */
function widthOf(text: string): number {
  return text.replace(/[ -~]{1,2}/g, '-').length
}

/** A longer caption scrolls in the pill; a part of its next line is visible as a hint. */
function Caption({ text }: { text: string }) {
  const isLong = widthOf(text) > aLine
  return (
    // No fading: half-transparent text lacks contrast. Only a transform: it moves beside the page's own thread.
    <Box
      ref={focusWhereCut}
      animation="rise 180ms ease-out"
      // Glyphs are taller than their line: without room below, a single line would scroll.
      pb="0.15em"
      textStyle={isLong ? { base: 'xs', lg: 'sm', '2xl': 'lg' } : { base: 'sm', lg: 'md', '2xl': 'xl' }}
      lineHeight="1.3"
      maxH={{ base: '4.6em', lg: '3em' }}
      overflowY="auto"
      px="1.5"
      outlineOffset="-2px"
      {...wrapsAtMarks}
    >
      {text}
    </Box>
  )
}

/** A scrollable caption takes the focus, so that the keyboard can scroll it. Measured when the page is laid out anyway. */
function focusWhereCut(text: HTMLElement) {
  const frame = requestAnimationFrame(() => {
    if (text.scrollHeight > text.clientHeight) text.tabIndex = 0
  })
  return () => cancelAnimationFrame(frame)
}
