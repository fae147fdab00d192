import type { Role } from '#domain/session/actor.ts'
import type { EventShapes, EventType } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import type { Sentences } from './sentence.ts'

/** A topic; when it ends, waiting prompts about it are dropped. */
export type Topic =
  | 'entry'
  | 'draw'
  | 'decryption'
  | 'backup'
  | 'announcement'
  | 'inquiry'
  | 'confirmation'
  | 'signing'

type Payload<T extends EventType> = Readonly<EventShapes[T]['payload']>

/** How one event is said to some roles. */
export interface Row<T extends EventType> {
  readonly id: string
  /** Distinguishes prompts of one kind that may wait at the same time. */
  of?(payload: Payload<T>): string
  readonly urgent?: true
  /** Part of the reading of the bids: its beginning, or the bid being read, whose caption comes at once (VOI-4). */
  readonly reading?: 'beginning' | 'bid'
  /** Said once for all that come within some seconds (VOI-5). */
  readonly seldom?: true
  readonly topic?: Topic
  readonly ends?: Topic
  readonly roles: readonly Role[]
  /** Null: this row does not apply. `state`: the fold including the event; `at`: time of the event. */
  say(payload: Payload<T>, state: SessionState, at: string): Sentences | null
}
