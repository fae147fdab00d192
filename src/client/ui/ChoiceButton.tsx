import { Button } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

interface ChoiceButtonProps extends ComponentProps<typeof Button> {
  readonly isChosen: boolean
}

/** One of several choices side by side. The chosen one is marked, but weighs less than the button that acts. */
export function ChoiceButton({ isChosen, ...rest }: ChoiceButtonProps) {
  const mark = isChosen ? { bg: 'bg.muted', borderColor: 'colorPalette.solid' } : {}
  return <Button size="sm" variant="outline" aria-pressed={isChosen} {...mark} {...rest} />
}
