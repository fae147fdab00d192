import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useRole, useSession } from '#client/store/session-provider.tsx'
import { toast } from '#client/ui/Toast.tsx'
import { type Step, steps } from '#domain/flow.ts'
import { currentStep, routeOfStep, stepOfRoute, stepsShown, waitingFor } from './step-rules.ts'

/**
 * Route rules (S3): whoever stands where the session has not got to is told what they wait for and brought to where
 * it is; the opening's two pages replace each other; bidders arrive by themselves when the session moves on.
 * True while the screen at this address may be shown.
 */
export function useGuard(): boolean {
  const { t } = useTranslation('shell')
  const role = useRole()
  const state = useSession((snapshot) => snapshot.state)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const route = pathname.split('/')[3] ?? ''
  const step = stepOfRoute(route)
  const loaded = state.tender !== null
  const current = currentStep(state, role)
  const waiting = step && waitingFor(step, state, role)
  const target = targetOf()

  function targetOf(): string | null {
    if (!loaded) return null
    if (route === '') return routeOfStep(current, state)
    if (!step) return null
    if (waiting || !stepsShown(state).includes(step)) return routeOfStep(current, state)
    const proper = routeOfStep(step, state)
    return proper === route ? null : proper
  }

  useEffect(() => {
    if (target === null) return
    if (waiting) toast.info(t(waiting))
    navigate(target, { replace: true })
  }, [target, waiting, navigate, t])

  const arrival = loaded && role === 'bidder' && state.status !== 'opened' ? current : null
  useArrival(arrival, arrival && routeOfStep(arrival, state))
  return target === null
}

/** Takes a bidder along, once per step that the session comes to. */
function useArrival(step: Step | null, route: string | null): void {
  const navigate = useNavigate()
  const reached = useRef(-1)
  useEffect(() => {
    if (step === null || route === null) return
    const place = steps.indexOf(step)
    if (place <= reached.current) return
    const first = reached.current < 0
    reached.current = place
    if (!first || place > 0) navigate(route)
  }, [step, route, navigate])
}
