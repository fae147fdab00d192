import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useLogin } from '#client/auth/login-store.ts'
import { useVariant } from '#client/store/variant.tsx'
import { actingRole } from '#domain/session/actor.ts'
import type { LoginAnswer } from '#protocol/calls/access.ts'
import type { PersonRole } from '#variants/common-schema.ts'
import { enterSection } from './enter-by-code.ts'
import { loginTarget, sectionOf } from './login-target.ts'
import { roleNames } from './role-names.ts'
import type { LoginAttempt } from './use-login-methods.ts'

/**
 * Completes a login attempt: goes to the original path, or yields the reason for the refusal. A login of another kind
 * of user than the tab's is discarded and refused.
 */
export function useCompleteLogin(role: PersonRole) {
  const { t } = useTranslation('login')
  const { begin, discard } = useLogin((login) => login)
  const { actAsOpener } = useVariant().userTypes
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = useRef(0)

  async function accept(answer: LoginAnswer): Promise<string | null> {
    if (answer.role !== actingRole(role, actAsOpener)) {
      await discard(answer)
      return t('wrongTab', { role: t(roleNames[role]) })
    }
    begin(answer)
    const target = loginTarget(search.get('to'))
    const section = sectionOf(target)
    // A refusal need not be shown here: the section's own screen says that it was not entered.
    if (section) await enterSection(section)
    navigate(target, { replace: true })
    return null
  }

  /** Yields why the login was refused; null once logged in. */
  async function enter(answered: LoginAttempt): Promise<string | null> {
    const own = ++attempt.current
    setBusy(true)
    setRefused(null)
    // Signing fails when a USB key was removed.
    const answer = await answered.catch(() => null)
    const problem = answer?.ok ? await accept(answer.value) : answer?.error.message || t('failed')
    if (own !== attempt.current) return problem
    setBusy(false)
    setRefused(problem)
    return problem
  }

  /** Drops the running attempt and its message, when another login method is chosen. */
  function forget(): void {
    attempt.current += 1
    setBusy(false)
    setRefused(null)
  }

  return { enter, refused, busy, forget }
}
