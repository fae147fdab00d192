import { Box } from '@chakra-ui/react'
import { LazyMotion, MotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { SoundIcon } from './icons.tsx'

const features = () => import('./motion-features.ts').then(({ motionFeatures }) => motionFeatures)

interface CaptionsProps {
  /** The sentence being spoken, or the last one; null when there is none. */
  readonly text: string | null
  readonly urgent?: boolean
}

/** The words of every voice prompt; the region stands from the start so that its changes are read out. */
export function Captions({ text, urgent = false }: CaptionsProps) {
  return (
    <Box
      role={urgent ? 'alert' : 'status'}
      aria-live={urgent ? 'assertive' : 'polite'}
      position="fixed"
      bottom="0"
      insetX="0"
      zIndex="banner"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
      p="3"
      data-no-print
    >
      <LazyMotion features={features} strict>
        <MotionConfig reducedMotion="user">
          {text && (
            // No fading: words of half strength are words that some cannot read.
            <m.div key={text} initial={{ y: 12 }} animate={{ y: 0 }} transition={{ duration: 0.18 }}>
              <Caption text={text} />
            </m.div>
          )}
        </MotionConfig>
      </LazyMotion>
    </Box>
  )
}

function Caption({ text }: { text: string }) {
  return (
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
      {text}
    </Box>
  )
}
