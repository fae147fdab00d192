import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawNames } from '#client/session/use-draw-names.ts'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { ActButton } from '#client/ui/ActButton.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { neededDraws } from '#domain/draw/needed.ts'
import { figureText } from '#domain/submission/figures.ts'
import { isAboveCeiling } from '#domain/tender/ceiling.ts'
import { isEncrypted } from '#domain/tender/tender.ts'
import { ParametersDialog } from './ParametersDialog.tsx'
import { useReadOnlyParameters } from './read-only-parameters.ts'
import { usePriceUnit } from './use-price-unit.ts'

/** Evaluation parameters: method, procurement way, kind, category, industry, prices (TEN-8). */
export function EvaluationPanel() {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  const tender = useSession(({ state }) => state.tender)
  const controlPrice = useControlPrice()
  const readOnly = useReadOnlyParameters()
  const unit = usePriceUnit()
  const { kindName } = useDrawNames()
  if (!tender) return null
  const comma = language === 'en' ? ', ' : '、'
  const draws = neededDraws(tender)
    .map(({ kind }) => kindName(kind))
    .join(comma)
  const code = (list: string, value: number) =>
    t(`preparation.${list}.${value}`, {
      defaultValue: t(value === 0 ? 'preparation.noCode' : 'preparation.otherCode', { code: value }),
    })
  const yesOrNo = (yes: boolean) => t(yes ? 'common.yes' : 'common.no')
  return (
    <Panel title={t('preparation.parameters')} actions={<EditButton />}>
      <DescriptionList
        wide
        items={[
          { label: t('preparation.method'), value: tender.evaluationMethod },
          { label: t('preparation.bidStyle'), value: code('bidStyles', tender.bidStyle) },
          { label: t('preparation.projectKind'), value: code('projectKinds', tender.projectKind) },
          { label: t('preparation.qualification'), value: code('qualifications', tender.qualification) },
          { label: t('preparation.industry'), value: code('industries', tender.industry) },
          { label: t('preparation.specialty'), value: code('specialties', tender.specialty) },
          {
            label: t('preparation.ceilingPrice'),
            value:
              tender.ceilingPrice === undefined
                ? t('common.none')
                : withRemark(`${figureText('money', tender.ceilingPrice)} ${unit}`, tender.ceilingRemark),
          },
          ...controlPrice,
          {
            label: t('preparation:parameters.billOfQuantities'),
            value: yesOrNo(tender.billOfQuantities ?? false),
          },
          {
            label: t('preparation:parameters.drawNote'),
            value: tender.drawNote || draws || t('common.none'),
          },
          ...readOnly,
          { label: t('preparation.encrypted'), value: yesOrNo(tender.encrypted) },
          {
            label: t('preparation.columns'),
            value: tender.columns
              .filter(({ item }) => item === undefined)
              .map(({ title }) => title[language])
              .join(comma),
          },
        ]}
      />
    </Panel>
  )
}

/** Shown to the opener until the opening (TEN-11). */
function EditButton() {
  const { t } = useTranslation('preparation')
  const isOpener = useRole() === 'opener'
  const isOpen = useSession(({ state }) => state.status === 'not-opened')
  const [editing, setEditing] = useState(false)
  if (!isOpener || !isOpen) return null
  return (
    <>
      <ActButton size="sm" variant="outline" onClick={() => setEditing(true)}>
        {t('parameters.edit')}
      </ActButton>
      {editing && <ParametersDialog onClose={() => setEditing(false)} />}
    </>
  )
}

/** The line of the control price; empty if there is none or it is hidden from the viewer. */
function useControlPrice() {
  const { t } = useTranslation('preparation')
  const controlPrice = useSession(({ state }) => state.controlPrice)
  const encrypted = useSession(({ state }) => isEncrypted(state))
  const unit = usePriceUnit()
  const isAbove = useSession(({ state }) => {
    const { tender, controlPrice: now } = state
    return tender !== null && now?.disclosed === false && isAboveCeiling(tender, now.price)
  })
  if (!controlPrice || controlPrice.price === null) return []
  const { price, remark, disclosed, typed, file } = controlPrice
  const sealed = encrypted ? 'parameters.controlPriceSealed' : 'parameters.controlPriceSealedPlain'
  const disclosure = t(disclosed ? 'parameters.controlPriceOpen' : sealed)
  const notes = [
    disclosure,
    ...(typed && file?.isRead ? [t('parameters.typedInForce')] : []),
    ...(isAbove ? [t('parameters.isAboveCeiling')] : []),
  ]
  const text = `${figureText('money', price)} ${unit} (${notes.join(t('parameters.comma'))})`
  return [{ label: t('parameters.controlPrice'), value: withRemark(text, remark) }]
}

function withRemark(text: string, remark: string | undefined): string {
  return remark ? `${text}\n${remark}` : text
}
