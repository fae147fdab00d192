import { Button, Center, Spinner } from '@chakra-ui/react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createBrowserRouter,
  Link,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
import { useLogin } from './auth/login-store.ts'
import { RequireLogin } from './auth/RequireLogin.tsx'
import { signOnPath } from './auth/sign-on-parameters.ts'
import { ErrorState } from './ui/ErrorState.tsx'

/** Every screen's address; each is loaded when it is first gone to. */
export function createRoutes() {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <Broken />,
      hydrateFallbackElement: <Waiting />,
      children: [
        { path: '/', lazy: async () => ({ Component: (await import('./features/home/Home.tsx')).Home }) },
        {
          path: signOnPath,
          lazy: async () => ({ Component: (await import('./features/sign-on/SignOn.tsx')).SignOn }),
        },
        { element: <RequireLogin />, children: screens },
        { path: '*', element: <Missing /> },
      ],
    },
  ])
}

/** The shell, with what other features put into it. */
async function shell() {
  const [
    { Shell },
    { ObjectionsButton },
    { CommitmentButton },
    { RunningDraw },
    { ProgressLog },
    { LogAnnouncer },
  ] = await Promise.all([
    import('./features/shell/Shell.tsx'),
    import('./features/objections/ObjectionsButton.tsx'),
    import('./features/commitment/CommitmentButton.tsx'),
    import('./features/draw/RunningDraw.tsx'),
    import('./features/progress-log/ProgressLog.tsx'),
    import('./features/progress-log/LogAnnouncer.tsx'),
  ])
  const actions = (
    <>
      <ObjectionsButton />
      <CommitmentButton />
      <RunningDraw />
    </>
  )
  loadSectionScreens()
  return { element: <Shell headerActions={actions} log={<ProgressLog />} logAnnouncer={<LogAnnouncer />} /> }
}

/** Step 1, with what other features put into it. */
async function preparation() {
  const [{ Preparation }, { SiteStaffPanel }, { DrawPanel }] = await Promise.all([
    import('./features/preparation/Preparation.tsx'),
    import('./features/site-staff/SiteStaffPanel.tsx'),
    import('./features/draw/DrawPanel.tsx'),
  ])
  return { element: <Preparation siteStaff={<SiteStaffPanel />} draws={<DrawPanel />} /> }
}

/** The screens of a section, by the addresses that lead to them. */
const sectionScreens = {
  bidready: preparation,
  bidbegin: async () => ({
    Component: (await import('./features/decryption/BeforeDecryption.tsx')).BeforeDecryption,
  }),
  declassifiedstatus: async () => ({
    Component: (await import('./features/decryption/Decryption.tsx')).Decryption,
  }),
  // Tiny routes that pass on to the decryption page at once, with their parameters (SHL-6).
  'auto-kb': toDecryption,
  'bid-begin': toDecryption,
  bidcall: async () => ({
    Component: (await import('./features/announcement/Announcement.tsx')).Announcement,
  }),
  bidend: async () => ({ Component: (await import('./features/ending/Ending.tsx')).Ending }),
  progress: async () => ({ Component: (await import('./features/progress-log/LogPage.tsx')).LogPage }),
  'file-view': async () => ({ Component: (await import('./features/files/FileView.tsx')).FileView }),
}

async function toDecryption() {
  return { Component: (await import('./features/decryption/RedirectToDecryption.tsx')).RedirectToDecryption }
}

/** Loads them all, so that who loses the line in one of them can still go to another. */
function loadSectionScreens(): void {
  void Promise.allSettled(Object.values(sectionScreens).map((load) => load()))
}

/** What a section's shell has inside. */
const sectionRoutes: RouteObject[] = Object.entries(sectionScreens).map(([path, lazy]) => ({ path, lazy }))

/** In development only: the panel is not in what is shipped. */
function withDebugPanel(children: RouteObject[]): RouteObject[] {
  return [
    {
      lazy: async () => ({ Component: (await import('./features/debug/DebugLayout.tsx')).DebugLayout }),
      children,
    },
  ]
}

/** What only somebody who is logged in can go to. */
const screens: RouteObject[] = [
  {
    path: '/hall',
    lazy: async () => ({
      Component: (await import('./features/section-list/SectionListPage.tsx')).SectionListPage,
    }),
  },
  {
    path: '/seal/:bdGuid',
    lazy: async () => ({ Component: (await import('./features/sealing/Sealing.tsx')).Sealing }),
  },
  {
    path: '/bid/:sessionId',
    lazy: shell,
    children: import.meta.env.DEV ? withDebugPanel(sectionRoutes) : sectionRoutes,
  },
]

const LoginDialog = lazy(async () => ({
  default: (await import('./features/login/LoginDialog.tsx')).LoginDialog,
}))

/** Around every screen: who is logged in has to be known first; `?login` opens the login dialog on any of them. */
function Root() {
  const { ready, resume } = useLogin((login) => login)
  const [search] = useSearchParams()
  useEffect(() => void resume(), [resume])
  if (!ready) return <Waiting />
  return (
    <>
      <SkipLink />
      <ScrollRestoration />
      <Outlet />
      {search.has('login') && (
        <Suspense>
          <LoginDialog />
        </Suspense>
      )}
    </>
  )
}

/** The first stop of the keyboard on every screen. */
function SkipLink() {
  const { t } = useTranslation()
  return (
    <Button
      position="fixed"
      top="-20"
      left="3"
      zIndex="skipNav"
      _focusVisible={{ top: '3' }}
      data-no-print
      onClick={() => {
        const main = document.getElementById('main')
        main?.setAttribute('tabindex', '-1')
        main?.focus()
      }}
    >
      {t('skipToContent')}
    </Button>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <Center minH="50dvh" role="status" aria-label={t('loading')}>
      <Spinner size="lg" />
    </Center>
  )
}

function Missing() {
  const { t } = useTranslation()
  return (
    <ErrorState title={t('pageMissing')} meaning={t('pageMissingMeaning')} action="">
      <Link to="/">{t('toHome')}</Link>
    </ErrorState>
  )
}

/** A bug in a screen: what it means, and the way out. */
function Broken() {
  const { t } = useTranslation()
  const error = useRouteError()
  console.error(error)
  return (
    <ErrorState onRetry={() => location.reload()} code={error instanceof Error ? error.name : 'unknown'}>
      <Link to="/hall" reloadDocument>
        {t('toHall')}
      </Link>
    </ErrorState>
  )
}
