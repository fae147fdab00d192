import { Stack, Tabs } from '@chakra-ui/react'
import { type ReactElement, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PersonPanel } from '#client/session/PersonPanel.tsx'
import { TaskList } from '#client/session/tasks/TaskList.tsx'
import { WaitingRoom } from '#client/session/waiting/WaitingRoom.tsx'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { useFocusWhenDone } from '#client/ui/use-focus-when-done.ts'
import { useNameLanguage } from '#client/ui/use-name-language.ts'
import { isBasePriceDue } from '#domain/base-price/save-check.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { CertificatesPanel } from './CertificatesPanel.tsx'
import { ConfirmationPanel } from './ConfirmationPanel.tsx'
import { DepositsPanel } from './DepositsPanel.tsx'
import { EndingBar } from './EndingBar.tsx'
import { EndingTabs } from './EndingTabs.tsx'
import { type EndingTab, endingTabs, isOwnTab, type OwnTab, pageOf } from './ending-tabs.ts'
import { InformationPanel } from './InformationPanel.tsx'
import { ObjectionsPanel } from './ObjectionsPanel.tsx'
import { OverviewPanel } from './OverviewPanel.tsx'
import { OwnTask } from './OwnTask.tsx'
import { ProblemsPanel } from './ProblemsPanel.tsx'
import { RegionTab } from './RegionTab.tsx'
import { RemarksPanel } from './RemarksPanel.tsx'
import { ReportsPanel } from './ReportsPanel.tsx'
import { ResultPanel } from './ResultPanel.tsx'
import { SheetsPanel } from './SheetsPanel.tsx'
import { SignInPanel } from './SignInPanel.tsx'
import { SigningPanel } from './SigningPanel.tsx'
import { Summary } from './Summary.tsx'
import { TendererEvaluation } from './TendererEvaluation.tsx'
import { useReportOnEntering } from './use-overview-files.ts'

interface EndingProps {
  /** Where the base price is calculated and saved again, should it no longer hold (BAS-7). */
  readonly basePrice: ReactElement
  readonly objections: ReactElement
}

/** Step 4: the bidders confirm and sign, the opener closes (END-2 to END-12, TAB-1). */
export function Ending({ basePrice, objections }: EndingProps) {
  useReportOnEntering()
  const variant = useVariant()
  const isOpener = useRole() === 'opener'
  const isPriceDue = useSession(({ state }) => isOpener && isBasePriceDue(state, rulesOf(variant)))
  const { tabs, tab, setTab } = useTab()
  const hasEnded = useSession(({ state }) => state.endedAt !== null)
  const summary = useFocusWhenDone(hasEnded)
  return (
    <>
      <EndingBar shown={tab} onShow={setTab} onEnded={summary.acted} />
      <Stack gap="4" mb="4" _empty={{ display: 'none' }}>
        {hasEnded && <Summary focusRef={summary.notice} />}
        <TaskList step="end" onShowTab={setTab} />
        {!hasEnded && <OwnTask />}
        <WaitingRoom />
        {isPriceDue && basePrice}
      </Stack>
      <TendererEvaluation />
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => setTab(value as EndingTab)}
        variant="line"
        lazyMount
      >
        <EndingTabs tabs={tabs} shown={tab} />
        {tabs.map((key) => (
          <Tabs.Content
            key={key}
            value={key}
            display="grid"
            // A wide table scrolls in its own frame, and does not reach below the log.
            gridTemplateColumns="minmax(0, 1fr)"
            gap="5"
            scrollMarginTop={{ base: '10rem', lg: 'calc(var(--kb-bar-height, 0px) + 1rem)' }}
            _hidden={{ display: 'none' }}
          >
            <TabContent tab={key} objections={objections} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  )
}

interface TabContentProps {
  readonly tab: EndingTab
  readonly objections: ReactElement
}

function TabContent({ tab, objections }: TabContentProps) {
  const language = useNameLanguage()
  const page = pageOf(tab, useVariant().laterSteps.customTabs)
  if (isOwnTab(tab))
    return tab === 'objections' ? <ObjectionsPanel>{objections}</ObjectionsPanel> : contents[tab]
  return page && <RegionTab title={page.title[language]} url={page.url} />
}

const contents: Readonly<Record<Exclude<OwnTab, 'objections'>, ReactElement>> = {
  result: <ResultPanel />,
  overview: (
    <>
      <ConfirmationPanel />
      <OverviewPanel />
    </>
  ),
  sheets: <SheetsPanel />,
  signIn: <SignInPanel />,
  signing: <SigningPanel />,
  persons: (
    <>
      <PersonPanel />
      <InformationPanel />
      <RemarksPanel />
    </>
  ),
  deposits: <DepositsPanel />,
  certificates: <CertificatesPanel />,
  problems: <ProblemsPanel />,
  reports: <ReportsPanel />,
}

/** The shown tab: the one in the address, else the one of the current phase. */
function useTab() {
  const { laterSteps } = useVariant()
  const tender = useSession(({ state }) => state.tender)
  const hasEnded = useSession(({ state }) => state.endedAt !== null)
  const tabs = useMemo(() => endingTabs(laterSteps, tender, hasEnded), [laterSteps, tender, hasEnded])
  const [search, setSearch] = useSearchParams()
  const current = useSession(({ state }): OwnTab => {
    if (state.endedAt) return 'reports'
    return state.confirmation?.closed ? 'signing' : 'overview'
  })
  const asked = tabs.find((key) => key === search.get('tab'))
  const setTab = (tab: EndingTab) => setSearch({ tab }, { replace: true })
  return { tabs, tab: asked ?? current, setTab }
}
