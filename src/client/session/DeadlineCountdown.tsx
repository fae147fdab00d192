import { useCountdown, useSession } from '#client/store/session-provider.tsx'
import { Countdown } from '#client/ui/Countdown.tsx'
import { warningsOf } from '#domain/session/warnings.ts'

interface DeadlineCountdownProps {
  readonly deadline: string | null | undefined
  readonly label: string
  readonly ended?: string
}

/** What is left until a deadline of the section, by the server's clock; nothing without one. */
export function DeadlineCountdown({ deadline, label, ended }: DeadlineCountdownProps) {
  const left = useCountdown(deadline)
  // Of such a deadline the voice's captions warn, in a live region of their own: said twice it is noise.
  const captioned = useSession(({ state }) =>
    warningsOf(state).some((warning) => warning.deadline === deadline),
  )
  if (left === null) return null
  return (
    <Countdown
      milliseconds={left}
      label={label}
      size="bar"
      aloud={!captioned}
      {...(ended ? { ended } : {})}
    />
  )
}
