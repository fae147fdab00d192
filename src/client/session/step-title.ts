import { useTranslation } from 'react-i18next'
import type { Step } from '#domain/session/flow.ts'
import type { Tender } from '#domain/tender/tender.ts'

/** What of a tender its steps are named by. */
type Titled = Pick<Tender, 'qualification' | 'bidStyle' | 'preReview'> | null

/** A step's title in a section: `const titleOf = useStepTitle(); titleOf('end', state)`. */
export function useStepTitle(): (step: Step, section: { readonly tender: Titled }) => string {
  const { t } = useTranslation('shell')
  return (step, { tender }) => t(stepTitleKey(step, tender))
}

/** Text key of a step's title, by pbType, bidStyle and pre-review (SHL-7). */
export function stepTitleKey(step: Step, tender: Titled): string {
  const { qualification, bidStyle, preReview } = tender ?? {}
  if (step === 'opening' && qualification === 8) return 'steps:opening.titleQualification'
  if (step === 'announcement' && preReview) return 'steps:announcement.titlePreReview'
  if ((step === 'preparation' || step === 'end') && bidStyle === 3) return `step_${step}_style3`
  return `step_${step}`
}
