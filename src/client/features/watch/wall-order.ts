import { epochOf } from '#lib/time.ts'
import type { WatchedSection } from '#protocol/socket/watched.ts'

/** The sections, nearest deadline first; those without one after them, ended ones last. */
export function inOrder(sections: readonly WatchedSection[]): WatchedSection[] {
  return [...sections].sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      epochOf(deadlineOf(one)) - epochOf(deadlineOf(other)) ||
      one.code.localeCompare(other.code),
  )
}

/**
 * The same order while somebody points at a card or has the focus in one: nothing jumps under the pointer. New sections
 * come at the end.
 */
export function inHeldOrder(sections: readonly WatchedSection[], held: readonly string[]): WatchedSection[] {
  const byId = new Map(sections.map((section) => [section.id, section]))
  const kept = held.flatMap((id) => byId.get(id) ?? [])
  return [...kept, ...inOrder(sections.filter(({ id }) => !held.includes(id)))]
}

/** A section that cannot be read needs somebody at once. */
function rankOf({ summary }: WatchedSection): number {
  if (!summary) return 0
  if (summary.phase === 'ended') return 3
  return summary.window ? 1 : 2
}

function deadlineOf({ summary, opensAt }: WatchedSection): string {
  return summary?.window?.deadline ?? opensAt
}
