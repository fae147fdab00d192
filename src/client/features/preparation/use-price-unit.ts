import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'

/** What ceiling and control price are counted in: the unit of the first price column, yuan where it names none. */
export function usePriceUnit(): string {
  const { t } = useTranslation('steps')
  const columns = useSession(({ state }) => state.tender?.columns)
  return columns?.find(({ kind }) => kind === 'money')?.unit || t('preparation.yuan')
}
