import { entryIsWhole, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { eventsSchema } from '#protocol/socket/events.ts'

/** What the worker is asked, and what it answers. */
export interface EventsQuestion {
  readonly id: number
  readonly text: string
}
export interface EventsAnswer {
  readonly id: number
  readonly isWhole: boolean
}

/**
 * Whether the text is an `events` body that fits the protocol and whose entries have the hashes that they say. Whether
 * they continue the chain is for whoever knows the entry before.
 */
export function isWholeEvents(text: string): boolean {
  try {
    const parsed = eventsSchema.safeParse(JSON.parse(text))
    if (!parsed.success) return false
    return (parsed.data.entries as VisibleEntry[]).every((entry) => isHidden(entry) || entryIsWhole(entry))
  } catch {
    return false
  }
}
