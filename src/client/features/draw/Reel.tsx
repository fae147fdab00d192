import { Box, Flex, Text } from '@chakra-ui/react'
import { LazyMotion, useReducedMotion } from 'framer-motion'
import * as m from 'framer-motion/m'
import { type ReelStrip, settlingStrip, spinningStrip } from './reel-strip.ts'

const features = () => import('./motion-features.ts').then(({ motionFeatures }) => motionFeatures)

/** The height of a row, in rem; five rows are visible, and the middle one is the drawn one. */
const rowHeight = 2.75

interface ReelProps {
  readonly candidates: readonly string[]
  /** The index drawn according to the log; null while the wheel turns. */
  readonly index: number | null
  /** Without animation: the draw was decided before the dialog opened. */
  readonly still: boolean
  /** A candidate with its unit. */
  readonly textOf: (candidate: string) => string
}

/**
 * The wheel: the candidates turn until the log has the drawn one, and stop there. It is decorative (`aria-hidden`); the
 * text beside it says the same. With reduced motion the candidates stand still until the result is shown.
 */
export function Reel({ candidates, index, still, textOf }: ReelProps) {
  const reducedMotion = useReducedMotion() ?? false
  const strip = index === null ? spinningStrip(candidates) : settlingStrip(candidates, index)
  const end = reducedMotion && index === null ? 0 : -strip.to * rowHeight
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
          initial={{ y: `${reducedMotion || still ? end : 0}rem` }}
          animate={{ y: `${end}rem` }}
          transition={transitionOf(strip, index, reducedMotion || still)}
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
