import { useCallback, useState } from 'react'
import { useSessionId } from '#client/store/session-provider.tsx'
import type { Role } from '#domain/session/actor.ts'

/** The seq up to which messages were shown to this role in this browser; kept over a reload. */
export function useReadMark(role: Role | null): { readonly read: number; markRead(seq: number): void } {
  const key = `kaibiao.messages-read.${useSessionId()}.${role}`
  const [read, setRead] = useState(() => Number(localStorage.getItem(key) ?? 0) || 0)
  const markRead = useCallback(
    (seq: number) => {
      localStorage.setItem(key, String(seq))
      setRead(seq)
    },
    [key],
  )
  return { read, markRead }
}
