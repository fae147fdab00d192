import { useEffect } from 'react'
import { useLogin } from '#client/auth/login-store.ts'
import { tokens } from '#client/auth/tokens.ts'
import { api } from '#client/net/api.ts'
import { useByServerClock, useRole, useSession, useSessionId } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { entryOpensAt } from '#domain/session/entry-opens.ts'

/** Enters the section for an opener who prepared it before that was possible (PRE-1, PRE-17). */
export function useEnterInTime(): void {
  const isOpener = useRole() === 'opener'
  const session = useSessionId()
  const { entryLeadMinutes } = useVariant().rules
  const userCode = useLogin(({ who }) => who?.userCode ?? '')
  const opensAt = useSession(({ state }) => state.tender?.opensAt)
  const entered = useSession(({ state }) => state.entrants[userCode] !== undefined)
  const possible = useByServerClock(
    (now) => opensAt !== undefined && now >= entryOpensAt(opensAt, entryLeadMinutes),
  )
  const isDue = isOpener && possible && !entered

  useEffect(() => {
    if (!isDue) return
    const body = { bidProjGuid: session, dbGuid: session }
    void api('getProjectAuthorization', { body }).then((answer) => {
      if (answer.ok) tokens.enterSession(session, answer.value.oauth2)
    })
  }, [isDue, session])
}
