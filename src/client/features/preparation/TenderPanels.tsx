import { Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { useTimeFormat } from '#client/time-format.ts'
import { Panel } from '#client/ui/Panel.tsx'
import { Facts } from '#client/ui/session/Facts.tsx'
import { figureText } from '#domain/figures.ts'
import type { Tender } from '#domain/tender.ts'

/** The project-info panel, built from the tender file (P2). */
export function ProjectPanel() {
  const { t, i18n } = useTranslation('steps')
  const time = useTimeFormat()
  const tender = useSession(({ state }) => state.tender)
  if (!tender) return null
  const language = languageOf(i18n.language)
  const fixed = [
    { label: t('preparation.projectCode'), value: tender.projectCode },
    { label: t('preparation.tenderer'), value: tender.tenderer },
    { label: t('preparation.agency'), value: tender.agency || t('common.none') },
    { label: t('preparation.opensAt'), value: time.second(tender.opensAt) },
    { label: t('preparation.place'), value: tender.place || t('common.none') },
  ]
  const listed = tender.projectInfo.map(({ title, value }) => ({ label: title[language], value }))
  return (
    <Panel title={t('preparation.projectInfo')}>
      <Facts items={[...fixed, ...listed]} />
    </Panel>
  )
}

/** The evaluation-rules panel, built from the tender file (P2). */
export function RulesPanel() {
  const { t, i18n } = useTranslation('steps')
  const tender = useSession(({ state }) => state.tender)
  if (!tender) return null
  const language = languageOf(i18n.language)
  return (
    <Panel title={t('preparation.evaluationRules')}>
      {tender.evaluationRules.length === 0 && <Text color="fg.muted">{t('preparation.noRules')}</Text>}
      <Facts items={tender.evaluationRules.map(({ title, value }) => ({ label: title[language], value }))} />
    </Panel>
  )
}

/** Evaluation parameters: method, procurement way, kind, category and industry (S0 §2). */
export function EvaluationPanel() {
  const { t, i18n } = useTranslation('steps')
  const tender = useSession(({ state }) => state.tender)
  if (!tender) return null
  const code = (list: string, value: number) =>
    t(`preparation.${list}.${value}`, { defaultValue: t('preparation.otherCode', { code: value }) })
  const language = languageOf(i18n.language)
  return (
    <Panel title={t('preparation.parameters')}>
      <Facts
        items={[
          { label: t('preparation.method'), value: tender.evaluationMethod },
          { label: t('preparation.bidStyle'), value: code('bidStyles', tender.bidStyle) },
          { label: t('preparation.projectKind'), value: code('projectKinds', tender.projectKind) },
          { label: t('preparation.qualification'), value: code('qualifications', tender.qualification) },
          { label: t('preparation.industry'), value: code('industries', tender.industry) },
          { label: t('preparation.specialty'), value: code('specialties', tender.specialty) },
          {
            label: t('preparation.ceilingPrice'),
            value: ceilingOf(tender, t('preparation.yuan'), t('common.none')),
          },
          { label: t('preparation.encrypted'), value: t(tender.encrypted ? 'common.yes' : 'common.no') },
          {
            label: t('preparation.columns'),
            value: tender.columns.map(({ title }) => title[language]).join(language === 'en' ? ', ' : '、'),
          },
        ]}
      />
    </Panel>
  )
}

/** The ceiling price in yuan or in the unit of the first money column. */
function ceilingOf({ ceilingPrice, columns }: Tender, yuan: string, none: string): string {
  if (ceilingPrice === undefined) return none
  const unit = columns.find((column) => column.kind === 'money')?.unit || yuan
  return `${figureText('money', ceilingPrice)} ${unit}`
}

function languageOf(language: string): 'zh' | 'en' {
  return language === 'en' ? 'en' : 'zh'
}
