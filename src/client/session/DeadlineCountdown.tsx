import { useTranslation } from 'react-i18next'
import { useCountdown, useSession } from '#client/store/session-provider.tsx'
import { Clock } from '#client/ui/Clock.tsx'
import { tenthsBelow } from '#client/ui/clock-text.ts'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { isPending } from '#domain/decryption/pending.ts'
import type { SessionState } from '#domain/session/state.ts'
import { openWindows, warningsOf, windowLength } from '#domain/session/warnings.ts'
import { hasActed } from '#domain/session/window-settled.ts'
import type { BidderState } from '#domain/submission/bid-state.ts'
import { filesIn, takesPart } from '#domain/submission/bids.ts'
import { useOwnBidder } from './use-own-bidder.ts'

interface DeadlineCountdownProps {
  readonly deadline: string | null | undefined
  readonly label: string
  readonly ended?: string
  /** In shares of the screen's height, for the view for the room. */
  readonly room?: boolean
}

/**
 * The clock of a deadline of the section, by the server's clock; nothing without a deadline or in a halted lot (HLT-9). It is small once the
 * viewing bidder has done their part in the window.
 */
export function DeadlineCountdown({ deadline, label, ended, room = false }: DeadlineCountdownProps) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const left = useCountdown(deadline, tenthsBelow)
  const own = useOwnBidder()
  const whole = useSession(({ state }) => windowLength(state, deadline))
  const done = useSession(({ state }) => isDone(state, deadline, own))
  // The captions warn of such a deadline in their own live region: it must not be read out twice.
  const captioned = useSession(({ state }) =>
    warningsOf(state).some((warning) => warning.deadline === deadline),
  )
  const halted = useSession(({ state }) => state.lot !== 'open')
  const begins = useSession(({ state }) => deadline === state.tender?.opensAt)
  if (left === null || !deadline || halted) return null
  return (
    <Clock
      milliseconds={left}
      label={label}
      until={time.clock(deadline)}
      whole={whole}
      begins={begins}
      done={done ? t('clockDone') : null}
      announced={!captioned}
      room={room}
      {...(ended ? { ended } : {})}
    />
  )
}

function isDone(state: SessionState, deadline: string | null | undefined, own: BidderState | null): boolean {
  const window = openWindows(state).find((open) => open.deadline === deadline)?.window
  if (window === undefined || own === null || !takesPart(state, own)) return false
  // A bid that cannot be opened has to be decrypted again in time.
  if (window === 'decryption') return !filesIn(state, own).some(isPending)
  return hasActed(window, own, state)
}
