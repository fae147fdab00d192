import type { Actor } from '#domain/session/actor.ts'
import type { SectionListChanged } from '#protocol/socket/changed.ts'

/** A row of the section list, as far as a change of it matters to a viewer. */
export interface ListedSection {
  readonly id: string
  readonly agencyCode: string | null
  /** Null until its tender is published. */
  readonly opensAt: Date | null
  readonly bidderCount: number
  /** How many bidders are enrolled; more of them means that somebody new sees the section. */
  readonly enrolled: number
  /** Everything else that a row shows, in one text. */
  readonly shown: string
}

export interface SectionChange {
  readonly section: ListedSection
  /** Something a row shows besides the count has changed, or the section is new. */
  readonly listed: boolean
  readonly counted: boolean
  /** How many were enrolled before; null when their number has not grown. */
  readonly enrolledBefore: number | null
}

/** The changes since `known`, which is updated; a section that was not known counts as changed. */
export function diffSections(
  known: Map<string, ListedSection>,
  sections: readonly ListedSection[],
): SectionChange[] {
  return sections.flatMap((section) => {
    const before = known.get(section.id)
    known.set(section.id, section)
    const listed = before?.shown !== section.shown
    const counted = before?.bidderCount !== section.bidderCount
    const enrolledBefore = before && before.enrolled < section.enrolled ? before.enrolled : null
    const isChange = listed || counted || enrolledBefore !== null
    return isChange ? [{ section, listed, counted, enrolledBefore }] : []
  })
}

/** What decides, besides the change itself, who is told of it. */
export interface ChangeContext {
  enrolled(section: string, bidderCode: string): boolean
  /** Whether they enrolled since the last check. */
  joined(section: string, bidderCode: string): boolean
  /** Whether the actor is shown the section's count now: a hint at every bid would reveal a masked count. */
  seesCount(actor: Actor, section: ListedSection): boolean
}

/** One section of a `changed` message, with the same `listed`. */
export interface ChangeHint {
  readonly section: string
  readonly listed: boolean
}

/** What an actor is told of a change; null where the section does not concern them. */
export function hintFor(
  actor: Actor,
  { section, listed, counted }: SectionChange,
  context: ChangeContext,
): ChangeHint | null {
  if (actor.role === 'bidder') {
    const isTheirs = listed ? context.enrolled : context.joined
    return isTheirs(section.id, actor.unitCode ?? '') ? { section: section.id, listed: true } : null
  }
  const seesAll = actor.role === 'supervisor' || actor.role === 'platform'
  const isOwn = section.agencyCode !== null && section.agencyCode === actor.unitCode
  if (!seesAll && !isOwn) return null
  return listed || (counted && context.seesCount(actor, section)) ? { section: section.id, listed } : null
}

/**
 * Clients wait a random time before they reload, at most this long for each client and never longer than the longest
 * spread. That is about a hundred reloads a second.
 */
const millisecondsPerClient = 10
const longestSpread = 30_000

/** The `changed` message for `clients` clients that get the same hints. */
export function changedMessage(hints: readonly ChangeHint[], clients: number): SectionListChanged {
  return {
    sections: hints.map(({ section }) => section),
    listed: hints.some(({ listed }) => listed),
    spread: Math.min(longestSpread, (clients - 1) * millisecondsPerClient),
  }
}
