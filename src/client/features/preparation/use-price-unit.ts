import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'

/** The unit of ceiling and control price: that of the first price column, yuan if it has none. */
export function usePriceUnit(): string {
  const { t } = useTranslation('steps')
  const columns = useSession(({ state }) => state.tender?.columns)
  return columns?.find(({ kind }) => kind === 'money')?.unit || t('preparation.yuan')
}
