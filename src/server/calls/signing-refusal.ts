import { signingProblem } from '#domain/ending/signing-problem.ts'
import type { Context } from '#domain/session/context.ts'
import { lotProblem, refusal } from '#domain/session/permissions.ts'
import type { Rejection } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Why the caller may not sign the record now, before anything is signed; null when they may. */
export function signingRefusal(
  state: SessionState,
  context: Pick<Context, 'actor' | 'now'>,
): Rejection | null {
  return (
    refusal(state, context.actor, 'SignRecord') ??
    lotProblem(state.lot, 'SignRecord') ??
    signingProblem(state, context)
  )
}
