import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { currentCalculation, isBasePriceUnsaved } from '#domain/base-price/save-check.ts'
import type { SessionState } from '#domain/session/state.ts'
import { amountText } from '#domain/submission/figures.ts'
import { unitIn } from '#domain/tender/units.ts'

/** Says that the base price is not saved (BAS-7), before the opener goes on; nothing where it is, or where there is none. */
export function BasePriceNote() {
  const { t } = useTranslation('base-price')
  const language = useNameLanguage()
  const isUnsaved = useSession(({ state }) => isBasePriceUnsaved(state))
  const price = useSession(({ state }) => amountOf(state, language))
  if (!isUnsaved) return null
  return <Notice tone="warning">{price === null ? t('endUncalculated') : t('endUnsaved', { price })}</Notice>
}

function amountOf(state: SessionState, language: 'zh' | 'en'): string | null {
  const calculation = currentCalculation(state)
  return calculation && amountText(calculation.price, unitIn(language, calculation.unit))
}
