import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'

/** Options for the second envelope and for drawings, which are read-only (TEN-11). */
export function useReadOnlyParameters(): { readonly label: string; readonly value: string }[] {
  const { t, i18n } = useTranslation('preparation')
  const tender = useSession(({ state }) => state.tender)
  if (!tender) return []
  const files = tender.bidFiles.map(({ kind }) => t(`parameters.bidFile.${kind}`))
  return [
    {
      label: t('parameters.doubleEnvelope'),
      value: t(tender.envelopes === 2 ? 'steps:common.yes' : 'steps:common.no'),
    },
    { label: t('parameters.bidFiles'), value: files.join(i18n.language === 'en' ? ', ' : '、') },
  ]
}
