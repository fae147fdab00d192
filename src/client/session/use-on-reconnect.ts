import { useEffect, useRef } from 'react'
import { useSession } from '#client/store/session-provider.tsx'
import type { Failure } from '#protocol/outcome.ts'

/** Whether the connection caused the failure, and not the request itself. */
export function isConnectionFailure({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'offline' || code === 'time-out'
}

/** Calls back each time the server can be reached again. */
export function useOnReconnect(act: () => void): void {
  const status = useSession(({ connection }) => connection.status)
  const reachable = status === 'live' || status === 'polling'
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (reachable) latest.current()
  }, [reachable])
}
