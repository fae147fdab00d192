import { flowStatusOf } from '#domain/preparation/entry-check.ts'
import type { SessionState } from '#domain/session/state.ts'
import { ok, type Result } from '#lib/result.ts'
import type { CallBody, CallResponse } from '#protocol/call.ts'
import { openingCalls } from '#protocol/calls/opening.ts'
import { rulesOf } from '#variants/rules-of.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext } from '../transport/handler.ts'
import { callerOf, done, submit } from './command.ts'

type SetFlow = (typeof openingCalls)['setKBFlowStatus']

/** Enters the step of a flow status; a status that is reached anyway changes nothing (SES-18). */
export async function setFlowStatus(
  { authority, settings }: Pick<Services, 'authority' | 'settings'>,
  context: CallContext<SetFlow>,
): Promise<Result<CallResponse<SetFlow>, Refusal>> {
  const { session, body, language } = context
  const { stage } = session.state
  const rules = rulesOf(settings.variant)
  if (body.BidStage !== undefined && body.BidStage !== stage.number) return refuse('other-envelope')
  if (isReached(session.state, body))
    return answer(flowStatusOf(session.unredactedState, rules), session.state.seq)
  const wire =
    body.KBFlowStatus === 45
      ? ok({ type: 'EndOpening', payload: {} } as const)
      : openingCalls.setKBFlowStatus.command.toCommand(body, callerOf(context))
  if (!wire.ok) return wire
  const result = await submit(authority, context, wire.value)
  if (!result.ok) return result
  return answer(body.KBFlowStatus === 45 ? rules.flowAfterEnd : body.KBFlowStatus, result.value.seq)

  function answer(KBFlowStatus: number, seq: number) {
    return ok({ Result: true, ResultMessage: done(language), KBFlowStatus, seq })
  }
}

/** Step 1 always opens. In step 3 its status asks for the announcement check again (ANN-4). */
function isReached({ flow }: SessionState, { KBFlowStatus }: CallBody<SetFlow>): boolean {
  if (KBFlowStatus <= 5) return true
  return flow >= KBFlowStatus && !(KBFlowStatus === 25 && flow < 40)
}
