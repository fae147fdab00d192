import { Box, Portal } from '@chakra-ui/react'
import { LazyMotion, MotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useEffect } from 'react'
import { SoundIcon } from './icons.tsx'

const features = () => import('./motion-features.ts').then(({ motionFeatures }) => motionFeatures)

/** Room at the page's end that a caption of two lines takes up. */
const room = '5.5rem'

export interface ShownCaption {
  /** Another one for each sentence: words that are the same as before are read out only where they stand anew. */
  readonly id: number
  readonly text: string
  readonly urgent: boolean
}

interface CaptionsProps {
  /** The sentence being spoken; null when there is none. */
  readonly caption: ShownCaption | null
  /** What stands at the right of the page down to its end, and is not to be covered: its width. */
  readonly clearOf?: { readonly lg: string; readonly '2xl': string } | undefined
}

/**
 * The words of every voice prompt. Two live regions stand from the start, a polite and an assertive one: a region
 * that changes its own kind together with its words is not read out. Below the page's content there is room for
 * them, so that nothing ends up behind them, and what gets the focus is scrolled clear of them. They stand beside the
 * page and above all else, for an open dialog hides the page, from screen readers too.
 */
export function Captions({ caption, clearOf }: CaptionsProps) {
  useEffect(() => {
    document.documentElement.style.scrollPaddingBottom = room
    return () => {
      document.documentElement.style.scrollPaddingBottom = ''
    }
  }, [])
  return (
    <LazyMotion features={features} strict>
      <MotionConfig reducedMotion="user">
        <Box h={room} data-no-print />
        <Portal>
          <Box
            position="fixed"
            bottom="0"
            insetX="0"
            zIndex="toast"
            display="flex"
            justifyContent="center"
            pointerEvents="none"
            p="3"
            pe={clearOf && { base: '3', ...clearOf }}
            data-no-print
            data-live-announcer
          >
            <Box role="status" aria-live="polite">
              {caption && !caption.urgent && <Caption key={caption.id} text={caption.text} />}
            </Box>
            <Box role="alert" aria-live="assertive">
              {caption?.urgent && <Caption key={caption.id} text={caption.text} />}
            </Box>
          </Box>
        </Portal>
      </MotionConfig>
    </LazyMotion>
  )
}

function Caption({ text }: { text: string }) {
  return (
    // No fading: words of half strength are words that some cannot read.
    <m.div initial={{ y: 12 }} animate={{ y: 0 }} transition={{ duration: 0.18 }}>
      <Box
        bg="bg.inverted"
        color="fg.inverted"
        px="4"
        py="2"
        rounded="md"
        shadow="lg"
        display="flex"
        alignItems="center"
        gap="2"
        textStyle={{ base: 'md', '2xl': 'xl' }}
        maxW="4xl"
      >
        <SoundIcon />
        <Box as="span" lineClamp="5">
          {text}
        </Box>
      </Box>
    </m.div>
  )
}
