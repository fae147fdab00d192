import type { ComponentProps } from 'react'
import { StepBar } from '#client/ui/StepBar.tsx'
import { useHaltSentence } from './use-halt-sentence.ts'

/** The bar of a section's step; while the lot is halted it says so, without a clock and an act (HLT-9). */
export function SectionStepBar(props: ComponentProps<typeof StepBar>) {
  const halt = useHaltSentence()
  if (halt === null) return <StepBar {...props} />
  return <StepBar step={props.step} sentence={halt} />
}
