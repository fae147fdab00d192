import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { currentInterruption, type Interruption, originOf } from '#domain/halting/interruption.ts'
import { namesOf } from '#protocol/messages/interruption-texts.ts'

/**
 * That the lot is halted, since when and by whom, and with `reason` why (HLT-9); null while it is open. A step's page
 * has the reason in its banner.
 */
export function useHaltSentence({ reason = false } = {}): string | null {
  const sentenceOf = useHaltSentences()
  const lot = useSession(({ state }) => state.lot)
  const why = useSession(({ state }) => currentInterruption(state))
  return lot === 'open' ? null : sentenceOf(lot, why && originOf(why), reason)
}

type Why = Pick<Interruption, 'name' | 'role' | 'at' | 'reason'>

/** The same of any section. */
export function useHaltSentences(): (
  lot: Interruption['lot'],
  why: Why | null,
  withReason: boolean,
) => string {
  const { t, i18n } = useTranslation('halting')
  const time = useTimeFormat()
  return (lot, why, withReason) => {
    const status = t(`status.${lot}`)
    if (!why) return status
    const who = namesOf(why)[i18n.language === 'en' ? 1 : 0]
    const since = t('since', { who, time: time.second(why.at) })
    const reason = why.reason === '' || !withReason ? '' : t('because', { reason: why.reason })
    return `${status}${since}${reason}`
  }
}
