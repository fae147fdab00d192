import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { clockText } from './clock-text.ts'
import { urgencyLooks, urgencyOf } from './urgency.ts'

interface CountdownProps {
  /** Time left until the deadline, by the server's clock. */
  readonly milliseconds: number
  readonly label?: string
  /** Shown instead of 00:00 when the time is over. */
  readonly ended?: string
}

/** Time left within a line or a table's cell; amber under 5 minutes, rust and bold under 1. */
export function Countdown({ milliseconds, label, ended }: CountdownProps) {
  const { t } = useTranslation()
  const urgency = urgencyOf(milliseconds)
  return (
    <chakra.span
      role="timer"
      aria-label={label}
      fontVariantNumeric="tabular-nums"
      // Words may wrap where a phone has too little room.
      whiteSpace={milliseconds > 0 ? 'nowrap' : undefined}
      data-warning={urgency ?? undefined}
      {...urgencyLooks(urgency)}
    >
      {milliseconds <= 0
        ? (ended ?? t('clockEnded'))
        : clockText(milliseconds, (days) => t('clockDays', { days }))}
    </chakra.span>
  )
}
