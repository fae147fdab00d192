import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { useVariant } from '#client/store/variant.tsx'
import { useFailureMessage } from '#client/ui/use-message.ts'
import { actingRole } from '#domain/session/actor.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { Failure } from '#protocol/outcome.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { enterSection } from './enter-by-code.ts'
import { loginTarget, sectionOf } from './login-target.ts'
import { roleNames } from './role-names.ts'
import type { LoginAttempt } from './use-login-methods.ts'

/** Why a login was refused: by the server, as another kind of user than the tab's, or because signing failed. */
type Refused = Failure | 'wrongTab' | 'failed'

/**
 * Completes a login attempt: goes to the original path, or says in `refused` why it was refused. A login of another
 * kind of user than the tab's is discarded and refused.
 */
export function useCompleteLogin(role: PersonRole) {
  const { t } = useTranslation('login')
  const say = useFailureMessage()
  const { begin, discard } = useLogin((login) => login)
  const { actAsOpener } = useVariant().userTypes
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<Refused | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = useRef(0)

  async function accept(answer: LoginAnswer): Promise<Refused | null> {
    if (answer.role !== actingRole(role, actAsOpener)) {
      await discard(answer)
      return 'wrongTab'
    }
    begin(answer)
    const target = loginTarget(search.get('to'))
    const section = sectionOf(target)
    // A refusal need not be shown here: the section's own screen says that it was not entered.
    if (section) await enterSection(section)
    navigate(target, { replace: true })
    return null
  }

  /** Yields whether the login succeeded. */
  async function enter(answered: LoginAttempt): Promise<boolean> {
    const own = ++attempt.current
    setBusy(true)
    setRefused(null)
    // Signing fails when a USB key was removed.
    const answer = await answered.catch(() => null)
    const problem = answer?.ok ? await accept(answer.value) : (answer?.error ?? 'failed')
    if (own === attempt.current) {
      setBusy(false)
      setRefused(problem)
    }
    return problem === null
  }

  /** Drops the running attempt and its message, when another login method is chosen. */
  function forget(): void {
    attempt.current += 1
    setBusy(false)
    setRefused(null)
  }

  /** In the language of the page, also after it was switched. */
  function inWords(problem: Refused): string {
    if (typeof problem !== 'string') return say(problem) || t('failed')
    return t(problem, { role: t(roleNames[role]) })
  }

  return { enter, refused: refused && inWords(refused), busy, forget }
}
