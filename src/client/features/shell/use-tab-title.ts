import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCountdown, useSession } from '#client/store/session-provider.tsx'
import { clockText } from '#client/ui/clock-text.ts'
import { currentDeadline } from './step-rules.ts'

/** The tab's title carries the countdown, so that it is seen from another tab. */
export function useTabTitle(): void {
  const { t } = useTranslation('shell')
  const name = useSession(({ state }) => state.tender?.sectionName ?? '')
  const left = useCountdown(useSession(({ state }) => currentDeadline(state)))
  const clock = left ? clockText(left, (days) => t('common:clockDays', { days })) : null
  useEffect(() => {
    document.title = clock ? t('titleCountdown', { left: clock, name }) : name
  }, [clock, name, t])
}
