import { Text } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { StepBar } from '#client/ui/StepBar.tsx'
import { useHaltSentence } from './use-halt-sentence.ts'
import { useOwnResult } from './use-own-result.ts'
import { useStepOfEnvelope } from './use-step-of-envelope.ts'

/**
 * The bar of a section's step, which also says whose envelope it is where there are two. A result that is bad for the viewing bidder comes before its sentence. While the lot is
 * halted the bar says so, without a clock and an act (HLT-9).
 */
export function SectionStepBar({ sentence, ...bar }: ComponentProps<typeof StepBar>) {
  const halt = useHaltSentence()
  const result = useOwnResult()
  const step = useStepOfEnvelope()(bar.step)
  if (halt !== null) return <StepBar step={step} sentence={halt} />
  return (
    <StepBar
      {...bar}
      step={step}
      sentence={
        <>
          {result && (
            <Text as="strong" color="fg.warning" display="block">
              {result}
            </Text>
          )}
          {sentence}
        </>
      }
    />
  )
}
