import type { DrawState } from '#domain/draw/draw-state.ts'
import type { EventType, RecordedEvent } from '#domain/session/event.ts'
import type { BidFileKind } from '#domain/submission/bid-file.ts'
import type { Tender } from '#domain/tender/tender.ts'
import type { Sentence } from '../codes.ts'

/** What a line of the progress log is about, for filtering. `unknown`: an event that only a newer program knows. */
export type ProgressKind = 'step' | 'deadline' | 'bidder' | 'people' | 'objection' | 'message' | 'unknown'

/** A bidder's name by code, as far as the reader knows it. */
export type NameOf = (bidderCode: string) => string

/** What a draw was declared for, by its id; null where the reader has no such draw. */
export type DrawOf = (drawId: string) => Pick<DrawState, 'kind' | 'subject' | 'parts'> | null

/** What a sentence takes from the state, as the reader may see it. */
export interface Lookups {
  readonly nameOf: NameOf
  /** The kind of a bidder's file where their bid has several; null where it is the bid. */
  readonly kindOf: (bidderCode: string, fileId: string) => BidFileKind | null
  readonly drawOf: DrawOf
  /** Null while the reader has none. */
  readonly tender: () => Tender | null
}

/** How the progress log tells one event type. */
export interface ProgressRow<Event extends RecordedEvent = RecordedEvent> {
  readonly kind: Exclude<ProgressKind, 'unknown'>
  sentence(event: Event, lookups: Lookups): Sentence
}

export type ProgressTable = { readonly [T in EventType]: ProgressRow<Extract<RecordedEvent, { type: T }>> }

/** The rows of an area. */
export type ProgressRows = Partial<ProgressTable>

/** `1 minute`, `2 minutes` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
