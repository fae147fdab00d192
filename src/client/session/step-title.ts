import { useTranslation } from 'react-i18next'
import type { Step } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Tender } from '#domain/tender/tender.ts'

/** A step's title in a section: `const titleOf = useStepTitle(); titleOf('end', state)`. */
export function useStepTitle(): (step: Step, state: SessionState) => string {
  const { t } = useTranslation('shell')
  return (step, { tender }) => t(stepTitleKey(step, tender))
}

/** Text key of a step's title, by pbType, bidStyle and pre-review (SHL-7). */
export function stepTitleKey(
  step: Step,
  tender: Pick<Tender, 'qualification' | 'bidStyle' | 'preReview'> | null,
): string {
  const { qualification, bidStyle, preReview } = tender ?? {}
  if (step === 'opening' && qualification === 8) return 'steps:opening.titleQualification'
  if (step === 'announcement' && preReview) return 'steps:announcement.titlePreReview'
  if ((step === 'preparation' || step === 'end') && bidStyle === 3) return `step_${step}_style3`
  return `step_${step}`
}
