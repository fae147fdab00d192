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

/** All screens by address; each is loaded on the first visit. */
export function createRoutes() {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <ScreenError />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        { path: '/', lazy: async () => ({ Component: (await import('./features/home/Home.tsx')).Home }) },
        {
          path: signOnPath,
          lazy: async () => ({ Component: (await import('./features/sign-on/SignOn.tsx')).SignOn }),
        },
        { element: <RequireLogin />, children: screens },
        { path: '*', element: <PageNotFound /> },
      ],
    },
  ])
}

/** The shell with the parts that other features add. */
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

/** Step 1 with the parts that other features add. */
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
  // Redirect to the decryption page with their parameters (SHL-6).
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

/** Loads all of them, so that a user who goes offline on one screen can still open another. */
function loadSectionScreens(): void {
  void Promise.allSettled(Object.values(sectionScreens).map((load) => load()))
}

/** The routes inside a section's shell. */
const sectionRoutes: RouteObject[] = Object.entries(sectionScreens).map(([path, lazy]) => ({ path, lazy }))

/** In development only: the panel is excluded from production builds. */
function withDebugPanel(children: RouteObject[]): RouteObject[] {
  return [
    {
      lazy: async () => ({ Component: (await import('./features/debug/DebugLayout.tsx')).DebugLayout }),
      children,
    },
  ]
}

/** The screens that need a login. */
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

/** Around every screen: waits until it is known who is logged in; `?login` opens the login dialog on any screen. */
function Root() {
  const { ready, resume } = useLogin((login) => login)
  const [search] = useSearchParams()
  useEffect(() => void resume(), [resume])
  if (!ready) return <LoadingScreen />
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

/** The first keyboard stop on every screen. */
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

function LoadingScreen() {
  const { t } = useTranslation()
  return (
    <Center minH="50dvh" role="status" aria-label={t('loading')}>
      <Spinner size="lg" />
    </Center>
  )
}

function PageNotFound() {
  const { t } = useTranslation()
  return (
    <ErrorState title={t('pageMissing')} meaning={t('pageMissingMeaning')} action="">
      <Link to="/">{t('toHome')}</Link>
    </ErrorState>
  )
}

/** Shown when a screen fails with a bug. */
function ScreenError() {
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
