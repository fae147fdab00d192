import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#client/ui/Panel.tsx'

/** The record of objections and replies, which the feature of objections fills. */
export function ObjectionsPanel({ children }: { children: ReactElement }) {
  const { t } = useTranslation('steps')
  return <Panel title={t('ending.tabs.objections')}>{children}</Panel>
}
