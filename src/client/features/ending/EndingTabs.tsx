import { Tabs } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { TabStrip } from '#client/ui/TabStrip.tsx'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { type EndingTab, isOwnTab, pageOf } from './ending-tabs.ts'

interface EndingTabsProps {
  readonly tabs: readonly EndingTab[]
  readonly shown: EndingTab
}

/** The strip of tabs of step 4. */
export function EndingTabs({ tabs, shown }: EndingTabsProps) {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  const { customTabs } = useVariant().laterSteps
  return (
    <TabStrip shown={shown}>
      {tabs.map((tab) => (
        <Tabs.Trigger key={tab} value={tab} px={{ base: '3', lg: '2', '2xl': '3' }}>
          {isOwnTab(tab) ? t(`ending.tabs.${tab}`) : pageOf(tab, customTabs)?.title[language]}
        </Tabs.Trigger>
      ))}
    </TabStrip>
  )
}
