import { Button } from '@chakra-ui/react'
import type { i18n } from 'i18next'
import { type ComponentType, lazy, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createBrowserRouter,
  Link,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
import { useLogin } from './auth/login-store.ts'
import { RequireLogin } from './auth/RequireLogin.tsx'
import { signOnPath } from './auth/sign-on-parameters.ts'
import { Home } from './features/home/Home.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { evaluateLinked } from './linked.ts'
import { loadSection } from './load-section.ts'
import { readServerTime } from './net/read-server-time.ts'
import { ServerAway } from './ServerAway.tsx'
import { StatusPage } from './StatusPage.tsx'
import { useTour } from './store/tour.ts'
import { addScreens } from './texts/index.ts'
import { RefreshIcon } from './ui/icons.tsx'

/** All screens by address; each is loaded on the first visit, with the texts of all screens but the first. */
export function createRoutes(texts: i18n) {
  const LoginDialog = lazy(async () => {
    const [{ LoginDialog }] = await Promise.all([
      import('./features/login/LoginDialog.tsx'),
      addScreens(texts),
    ])
    return { default: LoginDialog }
  })
  const Tour = lazy(async () => {
    const [{ Tour }] = await Promise.all([import('./features/tour/Tour.tsx'), addScreens(texts)])
    return { default: Tour }
  })
  return createBrowserRouter([
    {
      element: <Root LoginDialog={LoginDialog} Tour={Tour} />,
      errorElement: <ScreenError />,
      hydrateFallbackElement: <LoadingScreen />,
      children: [
        { path: '/', Component: Home },
        {
          lazy: async () => {
            await addScreens(texts)
            return { element: <Outlet /> }
          },
          children: [
            {
              path: signOnPath,
              lazy: async () => ({ Component: (await import('./features/sign-on/SignOn.tsx')).SignOn }),
            },
            { element: <RequireLogin />, children: screens },
          ],
        },
        { path: '*', element: <PageNotFound /> },
      ],
    },
  ])
}

/** The addresses inside a section's shell: the keys of `screens`. */
const sectionPaths = [
  ...['bidready', 'bidbegin', 'declassifiedstatus', 'auto-kb', 'bid-begin'],
  ...['bidcall', 'bidend', 'progress', 'file-view'],
] as const

/** The routes inside a section's shell. */
const sectionRoutes: RouteObject[] = sectionPaths.map((path) => ({
  path,
  lazy: async () => ({ element: (await loadSection()).screens[path] }),
}))

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
    lazy: async () => {
      await evaluateLinked('later')
      return { Component: (await import('./features/section-list/SectionListPage.tsx')).SectionListPage }
    },
  },
  {
    path: '/trail',
    lazy: async () => ({ Component: (await import('./features/trail/TrailPage.tsx')).TrailPage }),
  },
  {
    path: '/watch',
    lazy: async () => ({ Component: (await import('./features/watch/WatchPage.tsx')).WatchPage }),
  },
  {
    path: '/seal/:bdGuid',
    lazy: async () => ({ Component: (await import('./features/sealing/Sealing.tsx')).Sealing }),
  },
  {
    path: '/screen/:sessionId',
    lazy: async () => ({ element: (await loadSection()).roomScreen }),
  },
  {
    path: '/bid/:sessionId',
    lazy: async () => ({ element: (await loadSection()).shell }),
    children: import.meta.env.DEV ? withDebugPanel(sectionRoutes) : sectionRoutes,
  },
]

const Toasts = lazy(async () => ({ default: (await import('./ui/Toast.tsx')).Toasts }))

/** Around every screen: waits until it is known who is logged in; `?login` opens the login dialog on any screen. */
function Root({ LoginDialog, Tour }: { readonly LoginDialog: ComponentType; readonly Tour: ComponentType }) {
  const tour = useTour()
  const { ready, away, resume } = useLogin((login) => login)
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  // The home page alone has none, and does not load them.
  const [hasToasts, setHasToasts] = useState(false)
  if (!hasToasts && (pathname !== '/' || search.has('login'))) setHasToasts(true)
  // Rendered in slices: at once it would block the page for long on a phone.
  const shown = useDeferredValue(ready)
  if (!shown) return away ? <ServerAway code={away.code} onRetry={resume} /> : <LoadingScreen />
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
      {tour && pathname !== '/' && (
        <Suspense>
          <Tour />
        </Suspense>
      )}
      {hasToasts && (
        <Suspense>
          <Toasts />
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

function PageNotFound() {
  const { t } = useTranslation()
  return (
    <StatusPage title={t('pageMissing')} meaning={t('pageMissingMeaning')}>
      <Button asChild variant="outline">
        <Link to="/">{t('toHome')}</Link>
      </Button>
    </StatusPage>
  )
}

/** Shown when a screen fails with a bug, or when its files cannot be loaded. */
function ScreenError() {
  const { t } = useTranslation()
  const error = useRouteError()
  console.error(error)
  if (isLoadFailure(error)) return <ServerAway code="offline" onRetry={reloadWhenBack} />
  return (
    <StatusPage
      title={t('errorTitle')}
      meaning={t('errorMeaning')}
      action={t('errorAction')}
      code={error instanceof Error ? error.name : 'unknown'}
    >
      <Button variant="outline" onClick={reload}>
        <RefreshIcon />
        {t('retry')}
      </Button>
      <Button asChild variant="outline">
        <Link to="/hall" reloadDocument>
          {t('toHall')}
        </Link>
      </Button>
    </StatusPage>
  )
}

const reload = () => location.reload()

/** While the server is away a reload would replace this page by the browser's own. */
function reloadWhenBack(): void {
  readServerTime(AbortSignal.timeout(5000)).then(reload, () => {})
}

/** Browsers say in different words that a module could not be loaded. */
function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /import(ed|ing)|module script|error loading/i.test(error.message)
}
