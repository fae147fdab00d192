import type { Role } from '#domain/actor.ts'
import { objectionsOf, type SessionState } from '#domain/state.ts'

/** Whether objections may still be raised and replied to (S0 §4). */
export function isTaken(state: SessionState): boolean {
  return state.status === 'not-opened'
}

/**
 * What waits for the viewer: replies that a bidder has not read, or objections that an opener has not replied to while
 * that can be done. Nothing waits for those who only look on.
 */
export function waitingFor(
  role: Role | null,
  state: SessionState,
): { readonly kind: 'unread' | 'unanswered'; readonly count: number } | null {
  const all = objectionsOf(state)
  const count = (wanted: (objection: (typeof all)[number]) => boolean) => all.filter(wanted).length
  if (role === 'bidder') return { kind: 'unread', count: count(({ reply, read }) => reply !== null && !read) }
  if (role !== 'opener') return null
  return { kind: 'unanswered', count: isTaken(state) ? count(({ reply }) => reply === null) : 0 }
}
