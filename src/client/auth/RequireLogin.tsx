import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useLogin } from './login-store.ts'

/** How often a page that makes no calls of its own checks its login, in milliseconds. */
const checkEvery = 60_000

/**
 * Around every screen that needs a login. When there is none, or it ends (expired, revoked, ended elsewhere), the
 * login dialog opens and leads back here afterwards. After logging out the home page is shown, after switching the
 * account the login dialog alone.
 */
export function RequireLogin() {
  const who = useLogin((login) => login.who)
  const lastEnd = useLogin((login) => login.lastEnd)
  const { pathname, search, hash } = useLocation()
  useLoginCheck()
  if (who) return <Outlet />
  const here = encodeURIComponent(pathname + search + hash)
  const places = { 'logged-out': '/', switched: '/?login', ended: `/?login&to=${here}` }
  return <Navigate to={places[lastEnd ?? 'ended']} replace />
}

/** Notices a login that was ended elsewhere: checks it when the tab becomes visible, and at intervals. */
function useLoginCheck(): void {
  const check = useLogin((login) => login.check)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void check()
    }
    const timer = setInterval(look, checkEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [check])
}
