import { useCountdown, useSession } from '#client/store/session-provider.tsx'
import { Countdown } from '#client/ui/Countdown.tsx'
import { warningsOf } from '#domain/session/warnings.ts'

interface DeadlineCountdownProps {
  readonly deadline: string | null | undefined
  readonly label: string
  readonly ended?: string
}

/** The time left until a deadline of the section, by the server's clock; nothing without a deadline. */
export function DeadlineCountdown({ deadline, label, ended }: DeadlineCountdownProps) {
  const left = useCountdown(deadline)
  // The captions warn of such a deadline in their own live region: it must not be read out twice.
  const captioned = useSession(({ state }) =>
    warningsOf(state).some((warning) => warning.deadline === deadline),
  )
  if (left === null) return null
  return (
    <Countdown
      milliseconds={left}
      label={label}
      size="bar"
      announced={!captioned}
      {...(ended ? { ended } : {})}
    />
  )
}
