import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { lowScreen } from './low-screen.ts'
import { WholeTimes } from './WholeTimes.tsx'

/** The shell's sticky element for the bar; null outside the shell. */
export const StepBarSlot = createContext<HTMLElement | null>(null)

/** Of the element around the bar's button. */
export const stepActionId = 'step-action'

const titleId = 'step-title'
const sentenceId = 'step-sentence'
const deadlineId = 'step-deadline'

/** For the page's `main`, which is below the bar: whoever comes there hears the step, the sentence and the deadline first. */
export const askedByBar = {
  'aria-labelledby': titleId,
  'aria-describedby': `${sentenceId} ${deadlineId}`,
} as const

interface BarProps {
  /** The step: the page's heading. */
  readonly step: string
  /** What is happening now and what is expected of the reader: one plain sentence. */
  readonly sentence: ReactNode
  /** A `<Clock>`; in its last minute the bar changes colour. */
  readonly countdown?: ReactNode
  /** At most one primary button. */
  readonly action?: ReactNode
}

/** The sticky bar of a step: what is happening, what is expected of the viewer, by when. */
export function StepBar({ step, sentence, countdown, action }: BarProps) {
  const slot = useContext(StepBarSlot)
  const bar = (
    <Box
      as="section"
      aria-label={step}
      data-tour="bar"
      data-step-bar
      bg="bg.panel"
      borderBottomWidth="1px"
      css={{ '&:has([data-clock="1"])': { bg: 'bg.error', borderColor: 'border.error' } }}
      position={slot ? 'static' : 'sticky'}
      top="0"
      zIndex="docked"
    >
      <Flex
        maxW="120rem"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py={{ base: '2.5', md: '3' }}
        align="center"
        gap={{ base: '3', md: '6' }}
        wrap="wrap"
        css={{ [lowScreen]: { py: '2' } }}
      >
        <Box flex="1 1 16rem" minW="0" aria-live="polite">
          <Heading as="h1" id={titleId} size={{ base: 'md', md: 'xl', '2xl': '2xl' }}>
            {step}
          </Heading>
          <Text id={sentenceId} color="fg.muted" textStyle={{ base: 'sm', md: 'md', '2xl': 'lg' }}>
            {typeof sentence === 'string' ? <WholeTimes text={sentence} /> : sentence}
          </Text>
        </Box>
        {countdown && (
          <Box id={deadlineId} flexShrink={0} _empty={{ display: 'none' }}>
            {countdown}
          </Box>
        )}
        {action && (
          // Without a button it leaves no gap beside the clock.
          <Box id={stepActionId} flexShrink={0} _empty={{ display: 'none' }} data-no-print>
            {action}
          </Box>
        )}
      </Flex>
    </Box>
  )
  return slot ? createPortal(bar, slot) : bar
}
