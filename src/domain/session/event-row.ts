import type { z } from 'zod'
import type { Viewer } from './actor.ts'
import type { Audience } from './audience.ts'
import type { SessionState } from './state.ts'

/**
 * Everything about one event. `event-table.ts` and `event.ts` derive the table and the types of all events from the
 * areas' rows.
 */
export interface EventRow<Payload extends z.ZodType, Private extends z.ZodObject> {
  /** The version in which it is written now; raised when its shape changes (LOG-4). */
  readonly version: number
  /** The fields for every viewer who may see the event. */
  readonly payload: Payload
  /** Fields that fewer viewers may see; entries of earlier versions may lack some. Hashed as salted commitments. */
  readonly private?: Private
  /** Brings the payload of any earlier version up to date each time it is read. */
  upcast?(payload: never): object
  /**
   * Applies the event to the draft. It never throws and ignores what it finds no place for, so that a viewer's redacted
   * log can be folded as well.
   */
  fold(draft: SessionState, event: FoldedEvent<z.output<Payload>, PrivateFields<Private>>): void
  /** The fields of the state whose value the fold changes in place; a field that is replaced does not count. */
  readonly writes: readonly WrittenField[] | 'everything'
  readonly seenBy: Audience | ((event: SeenEvent<z.output<Payload>>) => Audience)
  /** Which viewers of the event see the private fields; only the server if left out. */
  privateSeenBy?(viewer: Viewer): boolean
  /**
   * Every viewer of the event finds the private fields in their export, and nobody gets them live: for what is long and
   * proves something later, and would be sent to a thousand viewers (LOG-9).
   */
  readonly privateExported?: true
}

/** The part of an entry that a fold reads. */
export interface FoldedEvent<Payload, Private> {
  readonly seq: number
  readonly at: string
  readonly actor: string
  readonly role: string
  /** The entry's hash. */
  readonly hash: string
  readonly payload: Readonly<Payload>
  readonly private: { readonly [Field in keyof Private]?: { readonly value: Private[Field] } }
}

/** The part of an event that decides its audience. */
export interface SeenEvent<Payload> {
  readonly role: string
  readonly payload: Readonly<Payload>
}

export type PrivateFields<Private> = [Private] extends [never] ? Record<never, never> : z.output<Private>

/** `bidders` stands for the record and the one bidder whom the payload names. */
export type WrittenField =
  | 'bidders'
  | 'order'
  | 'entrants'
  | 'decryption'
  | 'inquiry'
  | 'confirmation'
  | 'signing'
  | 'workers'
  | 'workerOrder'
  | 'letters'
  | 'draws'
  | 'drawOrder'
  | 'objections'
  | 'objectionOrder'
  | 'messages'

/** Checks a row and infers its types. */
export function eventRow<Payload extends z.ZodType, Private extends z.ZodObject = never>(
  row: EventRow<Payload, Private>,
): EventRow<Payload, Private> {
  return row
}
