import type { Actor } from '#domain/session/actor.ts'
import type { HallChanged } from '#protocol/socket/changed.ts'

/** A section as the hall lists it, as far as a change of it matters to somebody. */
export interface Listed {
  readonly id: string
  readonly agencyCode: string | null
  /** Null until its tender is published. */
  readonly opensAt: Date | null
  readonly bidderCount: number
  /** How many are enrolled: each of them sees the section, and none of them learns of the others. */
  readonly enrolled: number
  /** Everything else that a row shows, in one text. */
  readonly shown: string
}

export interface Change {
  readonly section: Listed
  /** What a row shows besides the count, or a section that was not known before. */
  readonly listed: boolean
  readonly counted: boolean
  /** How many were enrolled before; null where no more are now. */
  readonly enrolledBefore: number | null
}

/** What is different from what was `known`, which is brought up to date; what was not known counts as different. */
export function changesAgainst(known: Map<string, Listed>, sections: readonly Listed[]): Change[] {
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

/** What has to be known besides to tell who hears of a change. */
export interface Insight {
  enrolled(section: string, bidderCode: string): boolean
  /** Whether they are among those enrolled since the last look. */
  joined(section: string, bidderCode: string): boolean
  /** Whether the actor is shown the section's count now: a hint at every bid would tell what is masked. */
  seesCount(actor: Actor, section: Listed): boolean
}

/** One section in a hint; `listed` as in the message. */
export interface News {
  readonly section: string
  readonly listed: boolean
}

/** What somebody is told of a change; null where it is none of their business (S0 §2 "bidder count"). */
export function newsFor(actor: Actor, { section, listed, counted }: Change, insight: Insight): News | null {
  if (actor.role === 'bidder') {
    const isTheirs = listed ? insight.enrolled : insight.joined
    return isTheirs(section.id, actor.unitCode ?? '') ? { section: section.id, listed: true } : null
  }
  const seesAll = actor.role === 'supervisor' || actor.role === 'platform'
  const isOwn = section.agencyCode !== null && section.agencyCode === actor.unitCode
  if (!seesAll && !isOwn) return null
  return listed || (counted && insight.seesCount(actor, section)) ? { section: section.id, listed } : null
}

/** Readers come back one after the other, about a hundred a second; none waits longer than this. */
const millisecondsPerReader = 10
const longestSpread = 30_000

/** One message for everybody who is told the same. */
export function messageOf(news: readonly News[], readers: number): HallChanged {
  return {
    sections: news.map(({ section }) => section),
    listed: news.some(({ listed }) => listed),
    spread: Math.min(longestSpread, (readers - 1) * millisecondsPerReader),
  }
}
