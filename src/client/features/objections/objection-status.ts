import { objectionsOf } from '#domain/objections/objection.ts'
import type { Role } from '#domain/session/actor.ts'
import type { BidStatus } from '#domain/session/flow.ts'
import { lotProblem, permissions } from '#domain/session/permissions.ts'
import type { RejectionCode } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Why objections cannot be raised or replied to, for now or any more (OBJ-1, SES-9). */
export type ClosedBecause =
  | { readonly by: 'lot'; readonly code: RejectionCode }
  | { readonly by: 'status'; readonly status: BidStatus }

export function closedBecause({ lot, status }: Pick<SessionState, 'lot' | 'status'>): ClosedBecause | null {
  if (!permissions.RaiseObjection.statuses.includes(status)) return { by: 'status', status }
  const problem = lotProblem(lot, 'RaiseObjection')
  return problem && { by: 'lot', code: problem.code }
}

export function areObjectionsOpen(state: SessionState): boolean {
  return closedBecause(state) === null
}

/**
 * What the viewer still has to do: the replies that a bidder has not read, or the objections that the opener can still
 * reply to. Null for other roles.
 */
export function pendingFor(
  role: Role | null,
  state: SessionState,
): { readonly kind: 'unread' | 'unanswered'; readonly count: number } | null {
  const all = objectionsOf(state)
  const count = (wanted: (objection: (typeof all)[number]) => boolean) => all.filter(wanted).length
  if (role === 'bidder') return { kind: 'unread', count: count(({ reply, read }) => reply !== null && !read) }
  if (role !== 'opener') return null
  return { kind: 'unanswered', count: areObjectionsOpen(state) ? count(({ reply }) => reply === null) : 0 }
}
