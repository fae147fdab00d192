import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isStepReached } from '#client/session/steps.ts'
import { useRole, useSession, useSnapshotReader } from '#client/store/session-provider.tsx'
import type { Role } from '#domain/session/actor.ts'
import { type Step, steps } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'
import { currentStep, denialOf, followsSession, routeOfStep, stepOfRoute, stepsShown } from './step-rules.ts'
import { useShowDenial } from './use-show-denial.ts'

/**
 * Route rules (SHL-1 to SHL-5). A viewer at a step that the session has not reached is told why and moved to the
 * current step; the opening's two pages replace each other; viewers move along with the session. True while the screen
 * at this address may be shown.
 */
export function useRouteGuard(): boolean {
  const tell = useShowDenial()
  const role = useRole()
  const snapshot = useSnapshotReader()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const route = pathname.split('/')[3] ?? ''
  const step = stepOfRoute(route)
  const stage = useSession(({ state }) => state.stage.number)
  const target = useSession(({ state }) => (state.tender === null ? null : targetOf(state, role, route)))
  const loaded = useSession(({ state }) => state.tender !== null)
  const isOver = useSession(({ state }) => state.status === 'opened')
  const current = useSession(({ state }) => currentStep(state, role))
  const envelope = useRef(stage)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the state at the time of the navigation counts
  useEffect(() => {
    const calledBack = envelope.current !== stage
    if (target === null) envelope.current = stage
    if (target === null) return
    // A viewer moved back by the start of the second envelope needs no explanation.
    if (step && !calledBack) tell(denialOf(step, snapshot().state, role))
    navigate({ pathname: target, search }, { replace: true })
  }, [target, navigate])

  const taken = followsSession(role, route)
  useArrival(loaded ? current : null, { envelope: stage, isOver }, (arrived, coming) => {
    // Viewers of the file view or the log's page stay there.
    if (!taken || (coming && step === null)) return
    navigate(
      { pathname: routeOfStep(arrived, snapshot().state), search: coming ? search : '' },
      { replace: coming },
    )
  })
  return target === null
}

/** The route to be shown in place of `route`; null if that one is right. */
function targetOf(state: SessionState, role: Role | null, route: string): string | null {
  const current = currentStep(state, role)
  if (route === '') return routeOfStep(current, state)
  const step = stepOfRoute(route)
  if (!step) return null
  const open = isStepReached(step, state, role) && stepsShown(state).includes(step)
  const proper = routeOfStep(open ? step : current, state)
  return proper === route ? null : proper
}

/**
 * Shows once per step that the session has reached it; on entering, the current step unless it is step 1, and none where
 * the opening is over.
 */
function useArrival(
  step: Step | null,
  { envelope, isOver }: { readonly envelope: number; readonly isOver: boolean },
  arrive: (step: Step, coming: boolean) => void,
): void {
  const reached = useRef(-1)
  const shown = useRef(envelope)
  const latest = useRef(arrive)
  latest.current = arrive
  useEffect(() => {
    if (step === null) return
    const place = steps.indexOf(step)
    // The second envelope starts from the first step again.
    if (shown.current !== envelope && reached.current >= 0) reached.current = 0
    shown.current = envelope
    if (place <= reached.current) return
    const coming = reached.current < 0
    reached.current = place
    if (coming && isOver) return
    if (!coming || place > 0) latest.current(step, coming)
  }, [step, envelope, isOver])
}
