import { Box, Tabs } from '@chakra-ui/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useVariant } from '#client/store/variant.tsx'
import { MoreToScroll } from '#client/ui/MoreToScroll.tsx'
import { useElement } from '#client/ui/use-element.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { type EndingTab, isOwnTab, pageOf } from './ending-tabs.ts'

interface EndingTabsProps {
  readonly tabs: readonly EndingTab[]
  readonly shown: EndingTab
}

/** The strip of tabs of step 4. Where it is wider than its frame it scrolls, and shows so at its edges. */
export function EndingTabs({ tabs, shown }: EndingTabsProps) {
  const { t } = useTranslation('steps')
  const language = useNameLanguage()
  const { customTabs } = useVariant().laterSteps
  const [strip, stripRef] = useElement()
  useSightOf(shown, strip)
  return (
    <Box position="relative">
      <Box ref={stripRef} position="relative" overflowX="auto">
        <Tabs.List minW="max-content">
          {tabs.map((tab) => (
            <Tabs.Trigger key={tab} value={tab} px={{ base: '3', lg: '1.5', '2xl': '3' }}>
              {isOwnTab(tab) ? t(`ending.tabs.${tab}`) : pageOf(tab, customTabs)?.title[language]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </Box>
      <MoreToScroll frame={strip} side="start" />
      <MoreToScroll frame={strip} side="end" />
    </Box>
  )
}

/** Scrolls a strip of tabs so that the shown one is in sight, without moving the page. */
function useSightOf(tab: EndingTab, strip: HTMLElement | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at the page again when another tab is shown
  useEffect(() => {
    const shown = strip?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    if (!strip || !shown) return
    const { offsetLeft, offsetWidth } = shown
    const { scrollLeft, clientWidth } = strip
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth)
      strip.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2
  }, [tab, strip])
}
