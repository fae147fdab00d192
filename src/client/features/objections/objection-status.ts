import { useSession } from '#client/store/session-provider.tsx'
import { useVariant } from '#client/store/variant.tsx'
import { type ObjectionsUntil, objectionsClosed } from '#domain/objections/closed.ts'
import { objectionsOf } from '#domain/objections/objection.ts'
import type { Role } from '#domain/session/actor.ts'
import { lotProblem } from '#domain/session/permissions.ts'
import type { RejectionCode } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Why objections cannot be raised or replied to, for now or any more (OBJ-1, SES-9). */
export type ClosedBecause =
  | { readonly by: 'refusal'; readonly code: RejectionCode }
  | { readonly by: 'end'; readonly text: 'closedByEnd' | 'closedByFailure' }

export function closedBecause(
  { lot, status, flow }: Pick<SessionState, 'lot' | 'status' | 'flow'>,
  until: ObjectionsUntil,
): ClosedBecause | null {
  if (status === 'failed') return { by: 'end', text: 'closedByFailure' }
  const problem = objectionsClosed({ status, flow }, until) ?? lotProblem(lot, 'RaiseObjection')
  if (problem?.code === 'objections-closed') return { by: 'end', text: 'closedByEnd' }
  return problem && { by: 'refusal', code: problem.code }
}

/** Whether objections can be raised and replied to in this region now. */
export function useAreObjectionsOpen(): boolean {
  const { objectionsUntil } = useVariant().rules
  return useSession(({ state }) => closedBecause(state, objectionsUntil) === null)
}

/**
 * What the viewer still has to do: the replies that a bidder has not read, or the objections that the opener can still
 * reply to. Null for other roles.
 */
export function pendingFor(
  role: Role | null,
  state: SessionState,
  until: ObjectionsUntil,
): { readonly kind: 'unread' | 'unanswered'; readonly count: number } | null {
  const all = objectionsOf(state)
  const count = (wanted: (objection: (typeof all)[number]) => boolean) => all.filter(wanted).length
  if (role === 'bidder') return { kind: 'unread', count: count(({ reply, read }) => reply !== null && !read) }
  if (role !== 'opener') return null
  return { kind: 'unanswered', count: closedBecause(state, until) ? 0 : count(({ reply }) => reply === null) }
}
