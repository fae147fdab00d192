import { Box, Tabs } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { PersonPanel } from '#client/session/PersonPanel.tsx'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { ConfirmationPanel } from './ConfirmationPanel.tsx'
import { EndingBar } from './EndingBar.tsx'
import { OverviewPanel } from './OverviewPanel.tsx'
import { RemarksPanel } from './RemarksPanel.tsx'
import { ReportsPanel } from './ReportsPanel.tsx'
import { SigningPanel } from './SigningPanel.tsx'

const tabs = ['overview', 'signing', 'persons', 'reports'] as const
type Tab = (typeof tabs)[number]

/** Step 4: the bidders confirm and sign, the opener closes (END-2 to END-12). */
export function Ending() {
  const { t } = useTranslation('steps')
  const [tab, setTab] = useTab()
  const isBidder = useRole() === 'bidder'
  return (
    <>
      <EndingBar shown={tab} onShow={setTab} />
      <Tabs.Root value={tab} onValueChange={({ value }) => setTab(value as Tab)} variant="line" lazyMount>
        <Box overflowX="auto">
          <Tabs.List minW="max-content">
            {tabs.map((key) => (
              <Tabs.Trigger key={key} value={key}>
                {t(`ending.tabs.${key}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </Box>
        <Tabs.Content value="overview" display="grid" gap="5">
          {/* Bidders read the overview before they confirm it. */}
          {isBidder && <OverviewPanel />}
          <ConfirmationPanel />
          {!isBidder && <OverviewPanel />}
        </Tabs.Content>
        <Tabs.Content value="signing">
          <SigningPanel />
        </Tabs.Content>
        <Tabs.Content value="persons" display="grid" gap="5">
          <PersonPanel />
          <RemarksPanel />
        </Tabs.Content>
        <Tabs.Content value="reports">
          <ReportsPanel />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

/** The shown tab: the one in the address, else the one of the current phase. */
function useTab(): readonly [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams()
  const current = useSession(({ state }): Tab => {
    if (state.endedAt) return 'reports'
    return state.confirmation?.closed ? 'signing' : 'overview'
  })
  const asked = tabs.find((key) => key === search.get('tab'))
  return [asked ?? current, (tab) => setSearch({ tab }, { replace: true })]
}
