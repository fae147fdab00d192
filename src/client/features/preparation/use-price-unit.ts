import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { unitIn } from '#domain/tender/units.ts'

/** The unit of ceiling and control price: that of the first price column, yuan if it has none. */
export function usePriceUnit(): string {
  const { t } = useTranslation('steps')
  const columns = useSession(({ state }) => state.tender?.columns)
  const language = useNameLanguage()
  const unit = columns?.find(({ kind }) => kind === 'money')?.unit
  return unit ? unitIn(language, unit) : t('preparation.yuan')
}
