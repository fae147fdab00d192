import { createContext, useContext } from 'react'
import type { Step } from '#domain/session/flow.ts'

/** Goes to a step as the step bar does: the opener confirms, the server checks, others see what they wait for. */
export type GoToStep = (step: Step) => void

export const StepNavigation = createContext<GoToStep>(() => {})

/** For a step's own button that leads on: `const goTo = useGoToStep(); goTo('announcement')`. */
export function useGoToStep(): GoToStep {
  return useContext(StepNavigation)
}
