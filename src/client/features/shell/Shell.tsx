import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { memo, type ReactNode, type RefCallback, useCallback, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation, useParams } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { tokens } from '#client/auth/tokens.ts'
import { PhoneCodeDialog } from '#client/certificates/PhoneCodeDialog.tsx'
import { StatusPage } from '#client/StatusPage.tsx'
import { ScreenAwake } from '#client/session/ScreenAwake.tsx'
import { StepNavigation } from '#client/session/step-navigation.ts'
import { SessionProvider, useCaption, useServerNow, useSession } from '#client/store/session-provider.tsx'
import { useRecentEntries } from '#client/store/use-recent-entries.ts'
import { useVariant } from '#client/store/variant.tsx'
import { ActsAllowed } from '#client/ui/acts-allowed.ts'
import { Captions } from '#client/ui/Captions.tsx'
import { askedByBar, StepBarSlot } from '#client/ui/StepBar.tsx'
import { useTimeFormat } from '#client/ui/time-format.ts'
import { useElement } from '#client/ui/use-element.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { LogColumn, useLogRoom } from './LogColumn.tsx'
import { LotBanner } from './LotBanner.tsx'
import { ShellHeader } from './ShellHeader.tsx'
import { StepNav } from './StepNav.tsx'
import { TabTitle } from './TabTitle.tsx'
import { useRouteGuard } from './use-route-guard.ts'
import { useStepNavigation } from './use-step-navigation.tsx'
import { VoiceConsent } from './VoiceConsent.tsx'

/** The parts that other features add to the shell. */
interface ShellSlots {
  /** Buttons in the header. */
  readonly headerActions: ReactNode
  /** The progress log beside the step's screen. */
  readonly log: ReactNode
  /** Announces new log lines to screen readers, also when the log is not on the screen. */
  readonly logAnnouncer: ReactNode
}

/** The frame of every step screen: header, steps, banners, log and captions. */
export function Shell(slots: ShellSlots) {
  const { t } = useTranslation('shell')
  const { sessionId = '' } = useParams()
  const who = useLogin((login) => login.who)
  const { clockPollMilliseconds } = useVariant()
  if (!who) return null
  // Calls are made with the authorization of the section on the screen.
  if (!tokens.switchSession(sessionId)) {
    return (
      <StatusPage title={t('noAuthorization')} meaning={t('noAuthorizationMeaning')}>
        <Button asChild>
          <Link to="/hall">{t('common:toHall')}</Link>
        </Button>
      </StatusPage>
    )
  }
  return (
    <SessionProvider sessionId={sessionId} clockEveryMs={clockPollMilliseconds}>
      <Frame {...slots} />
    </SessionProvider>
  )
}

/** What changes with the log is in components of its own: a render of the whole frame takes long. */
function Frame({ headerActions, log, logAnnouncer }: ShellSlots) {
  const [slot, slotRef] = useElement()
  // The step's screen is rendered in slices, with all that is below the steps: nothing is pushed down.
  const loaded = useDeferredValue(useSession(({ state }) => state.tender !== null))
  const over = useSession(({ state }) => state.status === 'opened' || state.status === 'failed')
  const halted = useSession(({ state }) => state.lot !== 'open')
  const hasLog = !useLocation().pathname.endsWith('/progress')
  useRecentEntries()
  return (
    <StepNavigationProvider>
      <StepBarSlot value={slot}>
        <Head actions={headerActions} slot={slotRef} asksForVoice={loaded && !over} />
        {loaded ? (
          <Flex
            maxW="120rem"
            mx="auto"
            p={{ base: '3', md: '5' }}
            gap="5"
            direction={{ base: 'column', lg: 'row' }}
            align={{ lg: 'flex-start' }}
          >
            <Box
              as="main"
              id="main"
              {...askedByBar}
              flex="1"
              minW="0"
              w="full"
              order={{ base: 2, lg: 1 }}
              pb="calc(var(--kb-caption-height, 0px) + var(--kb-act-height, 0px))"
              _print={{ pb: '0' }}
            >
              <PrintHead />
              <ActsAllowed value={!halted}>
                <StepScreen hasBar={slot !== null} />
              </ActsAllowed>
            </Box>
            {hasLog && <LogColumn>{log}</LogColumn>}
          </Flex>
        ) : (
          <Reading />
        )}
        {logAnnouncer}
        <TabTitle />
        <ScreenAwake />
        <SessionCaptions besideLog={hasLog} />
      </StepBarSlot>
    </StepNavigationProvider>
  )
}

interface HeadProps {
  readonly actions: ReactNode
  /** Gets the element for the step's bar. */
  readonly slot: RefCallback<HTMLElement>
  readonly asksForVoice: boolean
}

/** All above the step's screen. The frame is rendered again once the bar has its place; this is not. */
const Head = memo(PlainHead)

function PlainHead({ actions, slot, asksForVoice }: HeadProps) {
  return (
    <>
      {/* On a phone the header scrolls away and only the bar is sticky. */}
      <Box
        ref={useBarHeight()}
        display={{ base: 'contents', lg: 'block' }}
        position={{ lg: 'sticky' }}
        top="0"
        zIndex="sticky"
        css={{ '@media (max-height: 30rem)': { display: 'contents' } }}
      >
        <ShellHeader>{actions}</ShellHeader>
        <StepNav />
        <Box position={{ base: 'sticky', lg: 'static' }} top="0" zIndex="docked">
          <div ref={slot} />
          <LotBanner />
          {/* Sticky below the bar, so that it is seen after scrolling, too. */}
          <ConnectionBanner />
        </Box>
        {/* A part of the bar, so that the log's column ends with the window. */}
        <VoiceConsent asks={asksForVoice} />
      </Box>
      <PhoneCodeDialog />
    </>
  )
}

/** On paper: which section, and when it was printed. */
function PrintHead() {
  const time = useTimeFormat()
  const section = useSession(
    ({ state }) => `${state.tender?.sectionName ?? ''} ${state.tender?.sectionCode ?? ''}`,
  )
  const minute = useServerNow(60_000)
  return (
    <Box display="none" _print={{ display: 'block' }} mb="3" aria-hidden data-print-head>
      {`${section} · ${time.minute(minute)}`}
    </Box>
  )
}

function StepNavigationProvider({ children }: { children: ReactNode }) {
  const { goTo, dialog } = useStepNavigation()
  return (
    <StepNavigation value={goTo}>
      {children}
      {dialog}
    </StepNavigation>
  )
}

/** The screen at this address, if the session has reached it. It needs the step's bar (`StepBarSlot`). */
function StepScreen({ hasBar }: { hasBar: boolean }) {
  const allowed = useRouteGuard()
  return hasBar && allowed && <Outlet />
}

function SessionCaptions({ besideLog }: { besideLog: boolean }) {
  const room = useLogRoom()
  return <Captions caption={useCaption()} clearOf={besideLog ? room : undefined} />
}

/** Sets the height of the sticky bar for the styles: `--kb-bar-height`. */
function useBarHeight() {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const tell = () =>
      document.documentElement.style.setProperty('--kb-bar-height', `${element.offsetHeight}px`)
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--kb-bar-height')
    }
  }, [])
}

function Reading() {
  const { t } = useTranslation('shell')
  return (
    <Box as="main" id="main" py="10">
      <Text role="status" color="fg.muted" textAlign="center">
        {t('sectionLoading')}
      </Text>
    </Box>
  )
}
