import { Box, Flex, Portal } from '@chakra-ui/react'
import { LazyMotion, MotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useCallback } from 'react'
import { SoundIcon } from './icons.tsx'

const features = () => import('./motion-features.ts').then(({ motionFeatures }) => motionFeatures)

export interface ShownCaption {
  /** Another one for each sentence: words that are the same as before are read out only where they stand anew. */
  readonly id: number
  readonly text: string
  readonly urgent: boolean
}

interface CaptionsProps {
  /** The sentence being spoken; null when there is none. */
  readonly caption: ShownCaption | null
  /** What stands in the strip while nothing is said. */
  readonly idle: string
  /** What stands at the right of the page down to its end: its width. The strip ends before it. */
  readonly clearOf?: { readonly lg: string; readonly '2xl': string } | undefined
}

/**
 * The words of every voice prompt, in a strip of their own at the window's lower edge: it is there whether or not
 * something is said, so that words never come over what somebody is about to press, and nothing moves for them. The
 * page leaves room for it (`--kb-caption-height`), and so do dialogs. Two live regions stand from the start, a polite and
 * an assertive one: a region that changes its own kind together with its words is not read out. They stand beside the
 * page and above all else, for an open dialog hides the page, from screen readers too.
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

/** Tells the styles how much of the window's lower edge is taken: `--kb-caption-height`. */
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

/** As many of the widest characters as fit in a line of a laptop's strip, and in two of a phone's. */
const aLine = 36

/** Two Latin letters take the room of one Chinese character. */
function widthOf(text: string): number {
  return text.replace(/[ -~]{1,2}/g, '-').length
}

/** What is longer than the strip is scrolled in it: a part of the next line stands there to say so. */
function Caption({ text }: { text: string }) {
  const isLong = widthOf(text) > aLine
  return (
    // No fading: words of half strength are words that some cannot read.
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
        {/* Letters are higher than their line: room below them, or one line would scroll. */}
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

/** What is to be scrolled can be scrolled from the keyboard. */
function focusWhereCut(text: HTMLElement | null) {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0
}
