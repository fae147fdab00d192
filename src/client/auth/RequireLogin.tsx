import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useLogin } from './login-store.ts'

/** How often a page that makes no calls of its own asks whether its login still stands, in milliseconds. */
const checkEvery = 60_000

/**
 * Around every screen that needs a login. When there is none, or it ends (expired, revoked, ended elsewhere), the
 * login dialog opens and afterwards leads back here; who logged out themselves goes home, who
 * steps aside leaves the dialog to somebody else.
 */
export function RequireLogin() {
  const who = useLogin((login) => login.who)
  const farewell = useLogin((login) => login.farewell)
  const { pathname, search, hash } = useLocation()
  useStanding()
  if (who) return <Outlet />
  const here = encodeURIComponent(pathname + search + hash)
  const places = { chosen: '/', aside: '/?login', ended: `/?login&to=${here}` }
  return <Navigate to={places[farewell ?? 'ended']} replace />
}

/** Notices that the login was ended elsewhere: when the tab is looked at again, and now and then. */
function useStanding(): void {
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
