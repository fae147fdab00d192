import { useEffect, useRef } from 'react'
import { useConnection } from '#client/store/session-provider.tsx'

/** Does something each time the server can be reached again after it could not. */
export function useWhenBack(act: () => void): void {
  const { status } = useConnection()
  const reachable = status === 'live' || status === 'polling'
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (reachable) latest.current()
  }, [reachable])
}
