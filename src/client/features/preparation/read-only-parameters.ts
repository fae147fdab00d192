import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import type { Tender } from '#domain/tender/tender.ts'

/** What no command edits: options of the second envelope and of drawings, and the tender's evaluation (TEN-11). */
export function useReadOnlyParameters(): { readonly label: string; readonly value: string }[] {
  const { t, i18n } = useTranslation('preparation')
  const tender = useSession(({ state }) => state.tender)
  if (!tender) return []
  const files = tender.bidFiles.map(({ kind }) => t(`steps:file.kind.${kind}`))
  return [
    {
      label: t('parameters.doubleEnvelope'),
      value: t(tender.envelopes === 2 ? 'steps:common.yes' : 'steps:common.no'),
    },
    { label: t('parameters.bidFiles'), value: files.join(i18n.language === 'en' ? ', ' : '、') },
    ...evaluationRows(tender, t),
  ]
}

/** Whether the price is negotiated, its form, and how the base price is calculated; what the tender does not say is left out. */
function evaluationRows({ evaluation }: Tender, t: TFunction<'preparation'>) {
  const { negotiated, priceType, basePriceMethod, basePriceType, basePrice } = evaluation ?? {}
  const rows: [string, string | undefined][] = [
    [
      t('parameters.negotiated'),
      negotiated === undefined ? undefined : t(negotiated ? 'steps:common.yes' : 'steps:common.no'),
    ],
    [t('parameters.priceType'), priceType?.toString()],
    [t('parameters.basePriceMethod'), basePriceMethod?.toString()],
    [t('parameters.basePriceType'), basePriceType?.toString()],
    [t('parameters.basePrice'), basePrice && t('parameters.basePriceByRule')],
  ]
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
}
