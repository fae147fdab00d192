import { Box, Flex, Portal } from '@chakra-ui/react'
import { LazyMotion, MotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useCallback } from 'react'
import { SoundIcon } from './icons.tsx'

const features = () => import('./motion-features.ts').then(({ motionFeatures }) => motionFeatures)

export interface ShownCaption {
  /** Changes with each sentence: screen readers read the same words again only in a new element. */
  readonly id: number
  readonly text: string
  readonly urgent: boolean
}

interface CaptionsProps {
  /** The sentence being spoken; null when there is none. */
  readonly caption: ShownCaption | null
  /** The text in the strip while nothing is said. */
  readonly idle: string
  /** The width of a column at the right edge of the page. The strip ends before it. */
  readonly clearOf?: { readonly lg: string; readonly '2xl': string } | undefined
}

/**
 * The captions of the voice prompts, in a strip at the window's lower edge. The strip is always there, so that captions
 * never cover a control or move the page; page and dialogs leave room for it (`--kb-caption-height`). A polite and an
 * assertive live region exist from the start: a region that changes its kind together with its text is not read out.
 * They are outside the page, because an open dialog hides the page from screen readers.
 */
export function Captions({ caption, idle, clearOf }: CaptionsProps) {
  return (
    <LazyMotion features={features} strict>
      <MotionConfig reducedMotion="user">
        <Portal>
          <Box
            ref={useStripHeight()}
            position="fixed"
            bottom="0"
            left="0"
            right={{ base: '0', ...clearOf }}
            h={{ base: '3.75rem', lg: '2.75rem', '2xl': '3.5rem' }}
            zIndex="toast"
            display="flex"
            alignItems="center"
            justifyContent="center"
            overflow="hidden"
            px="3"
            bg="bg.subtle"
            borderTopWidth="1px"
            borderEndWidth={clearOf && { lg: '1px' }}
            data-caption-strip
            data-no-print
            data-live-announcer
          >
            {!caption && (
              <Flex align="center" gap="2" textStyle="sm" color="fg.muted" aria-hidden>
                <SoundIcon />
                {idle}
              </Flex>
            )}
            <Box role="status" aria-live="polite" minW="0">
              {caption && !caption.urgent && <Caption key={caption.id} text={caption.text} />}
            </Box>
            <Box role="alert" aria-live="assertive" minW="0">
              {caption?.urgent && <Caption key={caption.id} text={caption.text} />}
            </Box>
          </Box>
        </Portal>
      </MotionConfig>
    </LazyMotion>
  )
}

/** Sets the strip's height for the styles: `--kb-caption-height`. */
function useStripHeight() {
  return useCallback((strip: HTMLElement | null) => {
    if (!strip) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      root.setProperty('--kb-caption-height', `${strip.offsetHeight}px`)
    })
    observer.observe(strip)
    return () => {
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

/** A longer caption scrolls in the strip; a part of its next line is visible as a hint. */
function Caption({ text }: { text: string }) {
  const isLong = widthOf(text) > aLine
  return (
    // No fading: half-transparent text lacks contrast.
    <m.div initial={{ y: 12 }} animate={{ y: 0 }} transition={{ duration: 0.18 }}>
      <Flex
        bg="bg.inverted"
        color="fg.inverted"
        px="3"
        py={isLong ? '0.5' : '1'}
        rounded="md"
        align="center"
        gap="2"
        textStyle={isLong ? { base: 'xs', lg: 'sm', '2xl': 'lg' } : { base: 'sm', lg: 'md', '2xl': 'xl' }}
      >
        <SoundIcon flexShrink={0} />
        {/* Glyphs are taller than their line: without room below, a single line would scroll. */}
        <Box
          ref={focusWhereCut}
          lineHeight="1.3"
          maxH={{ base: '4.6em', lg: '3em' }}
          pb="0.15em"
          overflowY="auto"
          px="1.5"
          mx="-1.5"
          outlineOffset="-2px"
        >
          {text}
        </Box>
      </Flex>
    </m.div>
  )
}

/** A scrollable caption takes the focus, so that the keyboard can scroll it. */
function focusWhereCut(text: HTMLElement | null) {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0
}
