import { useCountdown } from '#client/store/session-provider.tsx'
import { Countdown } from '../Countdown.tsx'

interface BarCountdownProps {
  readonly deadline: string | null | undefined
  readonly label: string
  readonly ended?: string
  readonly size?: 'bar' | 'wall'
}

/** What is left until a deadline of the section, by the server's clock; nothing without one. */
export function BarCountdown({ deadline, label, ended, size = 'bar' }: BarCountdownProps) {
  const left = useCountdown(deadline)
  if (left === null) return null
  return <Countdown milliseconds={left} label={label} size={size} {...(ended ? { ended } : {})} />
}
