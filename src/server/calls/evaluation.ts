import { ok } from '#lib/result.ts'
import type { evaluationCalls } from '#protocol/calls/evaluation.ts'
import { refuse } from '../refusal.ts'
import type { Services } from '../services.ts'
import type { CallContext, Handlers } from '../transport/handler.ts'

type Calls = typeof evaluationCalls
type Context = CallContext<Calls['undisList' | 'evaluate']>

/** The bidders' evaluation of the tenderer, on a page of the trading platform. */
export function evaluationHandlers({ settings, evaluationDesk }: Services): Handlers<Calls> {
  const { tendererEvaluation } = settings.variant.laterSteps
  const ask = ({ session, login: { actor } }: Context) =>
    evaluationDesk({ BDGuid: session.id, EntprsCode: actor.unitCode ?? '' })

  return {
    async undisList(context) {
      if (!tendererEvaluation) return refuse('evaluation-not-offered')
      const answer = await ask(context)
      if (!answer) return refuse('evaluation-list-failed')
      const { id, state } = context.session
      return ok(answer.evaluated ? [] : [{ bdGuid: id, bdmc: state.tender?.sectionName ?? '' }])
    },

    async evaluate(context) {
      if (!tendererEvaluation) return refuse('evaluation-not-offered')
      const answer = await ask(context)
      if (answer?.evaluated) return refuse('already-evaluated')
      if (!answer?.url) return refuse('evaluation-page-failed')
      return ok({ Result: true as const, ResultMessage: answer.url })
    },
  }
}
