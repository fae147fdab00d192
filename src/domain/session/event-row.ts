import type { z } from 'zod'
import type { Viewer } from './actor.ts'
import type { Audience } from './audience.ts'
import type { SessionState } from './state.ts'

/**
 * Everything about one event. The tables of all events (`event-table.ts`) and their types (`event.ts`) are made of the
 * areas' rows.
 */
export interface EventRow<Payload extends z.ZodType, Private extends z.ZodObject> {
  /** The version it is written in now. An event is never edited: one whose shape changes gets a higher version. */
  readonly version: number
  /** What those who may see the event see of it. */
  readonly payload: Payload
  /** Fields that fewer may see; earlier versions may lack some. The entry's hash covers them by salted commitments. */
  readonly private?: Private
  /** Brings the payload of any earlier version up to date each time it is read. */
  upcast?(payload: never): object
  /**
   * Writes what the event means into the draft. It never throws and ignores what it finds no place for, so that a viewer's
   * redacted log can be folded as well.
   */
  fold(draft: SessionState, event: FoldedEvent<z.output<Payload>, PrivateFields<Private>>): void
  /** The fields of the state whose value the fold writes into; a field that gets a new value does not count. */
  readonly writes: readonly WrittenField[] | 'everything'
  readonly seenBy: Audience | ((event: SeenEvent<z.output<Payload>>) => Audience)
  /** Who sees the private fields, of those who see the event; only the server if left out. */
  privateSeenBy?(viewer: Viewer): boolean
}

/** What a fold gets of an entry. */
export interface FoldedEvent<Payload, Private> {
  readonly seq: number
  readonly at: string
  readonly actor: string
  readonly role: string
  /** The entry's. */
  readonly hash: string
  readonly payload: Readonly<Payload>
  readonly private: { readonly [Field in keyof Private]?: { readonly value: Private[Field] } }
}

/** What decides who may see an event. */
export interface SeenEvent<Payload> {
  readonly role: string
  readonly payload: Readonly<Payload>
}

export type PrivateFields<Private> = [Private] extends [never] ? Record<never, never> : z.output<Private>

/** `bidders` stands for the record and for the one bidder that the payload names. */
export type WrittenField =
  | 'bidders'
  | 'order'
  | 'entrants'
  | 'decryption'
  | 'confirmation'
  | 'signing'
  | 'workers'
  | 'workerOrder'
  | 'letters'
  | 'draws'
  | 'drawOrder'
  | 'objections'
  | 'objectionOrder'

/** Checks a row and infers its types. */
export function eventRow<Payload extends z.ZodType, Private extends z.ZodObject = never>(
  row: EventRow<Payload, Private>,
): EventRow<Payload, Private> {
  return row
}
