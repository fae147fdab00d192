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
  /** Whether the actor is shown the section's count now: a hint at every bid would reveal a masked count. */
  seesCount(actor: Actor, section: ListedSection): boolean
}

/** One section of a `changed` message, with the same `listed`. */
export interface ChangeHint {
  readonly section: string
  readonly listed: boolean
}

/** Whoever is told of changes. */
export interface ListViewer {
  readonly actor: Actor
  /** What a bidder's rows showed when they were last told or connected, by section; updated. Not used for others. */
  readonly shown: Map<string, string>
}

/**
 * What a viewer is told of a change; null where the section does not concern them. A bidder is told by what their own
 * rows showed: whether a section counts as changed here may depend on rivals (RIV-5).
 */
export function hintFor(
  { actor, shown }: ListViewer,
  { section, listed, counted }: SectionChange,
  context: ChangeContext,
): ChangeHint | null {
  if (actor.role === 'bidder') {
    if (!context.enrolled(section.id, actor.unitCode ?? '')) return null
    if (shown.get(section.id) === section.shown) return null
    shown.set(section.id, section.shown)
    return { section: section.id, listed: true }
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
/** For bidders, who must not learn from it how many others are told (RIV-5). */
export const bidderSpread = 3000

/** How long some clients that get a message, or all who get one, may wait. */
export function spreadFor(clients: number): number {
  return Math.min(longestSpread, (clients - 1) * millisecondsPerClient)
}

/** The `changed` message. */
export function changedMessage(hints: readonly ChangeHint[], spread: number): SectionListChanged {
  return {
    sections: hints.map(({ section }) => section),
    listed: hints.some(({ listed }) => listed),
    spread,
  }
}
