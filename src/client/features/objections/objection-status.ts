import { objectionsOf } from '#domain/objections/objection.ts'
import type { Role } from '#domain/session/actor.ts'
import type { BidStatus } from '#domain/session/flow.ts'
import { lotProblem, permissions } from '#domain/session/permissions.ts'
import type { RejectionCode } from '#domain/session/rejection.ts'
import type { SessionState } from '#domain/session/state.ts'

/** Why objections are neither raised nor replied to any more, or for now (OBJ-1, SES-9); null while they are. */
export type ClosedBecause =
  | { readonly by: 'lot'; readonly code: RejectionCode }
  | { readonly by: 'status'; readonly status: BidStatus }

export function closedBecause({ lot, status }: Pick<SessionState, 'lot' | 'status'>): ClosedBecause | null {
  if (!permissions.RaiseObjection.statuses.includes(status)) return { by: 'status', status }
  const problem = lotProblem(lot, 'RaiseObjection')
  return problem && { by: 'lot', code: problem.code }
}

/** Whether objections may still be raised and replied to. */
export function areObjectionsOpen(state: SessionState): boolean {
  return closedBecause(state) === null
}

/**
 * What waits for the viewer: replies that a bidder has not read, or objections that an opener has not replied to while
 * that can be done. Nothing waits for those who only look on.
 */
export function unansweredFor(
  role: Role | null,
  state: SessionState,
): { readonly kind: 'unread' | 'unanswered'; readonly count: number } | null {
  const all = objectionsOf(state)
  const count = (wanted: (objection: (typeof all)[number]) => boolean) => all.filter(wanted).length
  if (role === 'bidder') return { kind: 'unread', count: count(({ reply, read }) => reply !== null && !read) }
  if (role !== 'opener') return null
  return { kind: 'unanswered', count: areObjectionsOpen(state) ? count(({ reply }) => reply === null) : 0 }
}
