import { Text } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#client/store/session-provider.tsx'
import { DescriptionList } from '#client/ui/DescriptionList.tsx'
import { Panel } from '#client/ui/Panel.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { useMissingText } from './TenderFilesPanel.tsx'

/** The project-info panel, built from the tender file (TEN-8). */
export function ProjectPanel() {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  const time = useTimeFormat()
  const tender = useSession(({ state }) => state.tender)
  if (!tender) return null
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
      <DescriptionList wide items={[...fixed, ...listed]} />
    </Panel>
  )
}

/** The evaluation-rules panel, built from the tender file (TEN-8). */
export function RulesPanel() {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  const tender = useSession(({ state }) => state.tender)
  const isImported = useSession(({ state }) => state.tenderFiles.technical !== null)
  const missing = useMissingText()
  if (!tender) return null
  return (
    <Panel title={t('preparation.evaluationRules')}>
      {tender.evaluationRules.length === 0 && (
        <Text color="fg.muted">{isImported ? t('preparation.noRules') : missing('technical')}</Text>
      )}
      <DescriptionList
        items={tender.evaluationRules.map(({ title, value }) => ({ label: title[language], value }))}
      />
    </Panel>
  )
}
