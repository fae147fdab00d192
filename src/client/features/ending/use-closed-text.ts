import { useTranslation } from 'react-i18next'
import { confirmationCount } from '#domain/ending/asked.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Says how a round's confirmation was closed: by the opener with a reason (END-20), by its deadline, or by all. */
export function useClosedText(): (round: SessionState) => string {
  const { t } = useTranslation('steps')
  return (round) => {
    const ended = round.confirmation?.ended
    if (ended) return t('ending.confirmation.endedEarly', { reason: ended.reason })
    const { total, done } = confirmationCount(round)
    if (total === 0) return t('ending.confirmation.closedNone')
    return t(done === total ? 'ending.confirmation.closed' : 'ending.confirmation.closedTimeOut')
  }
}
