import { Box, Flex, Text } from '@chakra-ui/react'
import { LazyMotion, useReducedMotion } from 'framer-motion'
import * as m from 'framer-motion/m'
import { type ReelStrip, settlingStrip, spinningStrip } from './reel-strip.ts'

const features = () => import('#client/ui/motion-features.ts').then(({ motionFeatures }) => motionFeatures)

/** Of one row, in rem; five are in view, the one in the middle counts. */
const rowHeight = 2.75

interface ReelProps {
  readonly candidates: readonly string[]
  /** What the log says was drawn; null while it turns. */
  readonly index: number | null
  /** What has been drawn before this screen came up is shown as it stands. */
  readonly still: boolean
  /** Draws a candidate with its unit. */
  readonly textOf: (candidate: string) => string
}

/**
 * The wheel: candidates run through until the log says which one it is, and stop there. What is seen is for the eye;
 * the words beside it say the same. Who asked for no motion sees the candidates stand, then the one drawn.
 */
export function Reel({ candidates, index, still, textOf }: ReelProps) {
  const calm = useReducedMotion() ?? false
  const strip = index === null ? spinningStrip(candidates) : settlingStrip(candidates, index)
  const end = calm && index === null ? 0 : -strip.to * rowHeight
  return (
    <Box
      aria-hidden
      position="relative"
      h={`${rowHeight * 5}rem`}
      overflow="hidden"
      borderWidth="1px"
      rounded="md"
      bg="bg.subtle"
    >
      <LazyMotion features={features} strict>
        <m.div
          key={index === null ? 'turning' : `drawn ${index}`}
          initial={{ y: `${calm || still ? end : 0}rem` }}
          animate={{ y: `${end}rem` }}
          transition={transitionOf(strip, index, calm || still)}
        >
          {strip.rows.map(({ key, candidate, drawn }) => (
            <Flex key={key} h={`${rowHeight}rem`} align="center" justify="center">
              <Text
                textStyle={drawn ? '2xl' : 'lg'}
                fontWeight={drawn ? 'bold' : 'normal'}
                color={drawn ? 'seal.fg' : 'fg.muted'}
              >
                {textOf(candidate)}
              </Text>
            </Flex>
          ))}
        </m.div>
      </LazyMotion>
      <Box
        position="absolute"
        insetX="0"
        top={`${rowHeight * 2}rem`}
        h={`${rowHeight}rem`}
        borderYWidth="2px"
        borderColor={index === null ? 'border' : 'seal.solid'}
        pointerEvents="none"
      />
    </Box>
  )
}

function transitionOf({ to }: ReelStrip, index: number | null, still: boolean) {
  if (still) return { duration: 0 }
  return index === null
    ? { duration: to / 22, ease: 'linear' as const, repeat: Number.POSITIVE_INFINITY }
    : { duration: 2.4, ease: [0.12, 0.7, 0.2, 1] as const }
}
