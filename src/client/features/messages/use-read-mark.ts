import { useCallback, useState } from 'react'
import { useSessionId } from '#client/store/session-provider.tsx'
import type { Role } from '#domain/session/actor.ts'

/**
 * The time (ISO) up to which messages were shown to this role in this browser; kept over a reload. No seq: a bidder's
 * entries get other numbers once bids are closed (RIV-2).
 */
export function useReadMark(role: Role | null): { readonly read: string; markRead(at: string): void } {
  const key = `kaibiao.messages-read.${useSessionId()}.${role}`
  const [read, setRead] = useState(() => localStorage.getItem(key) ?? '')
  const markRead = useCallback(
    (at: string) => {
      localStorage.setItem(key, at)
      setRead(at)
    },
    [key],
  )
  return { read, markRead }
}
