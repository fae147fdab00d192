import type { z } from 'zod'
import type { EventRow, FoldedEvent, PrivateFields } from './event-row.ts'
import { eventTable } from './event-table.ts'

/*
 * Versions, and events that are newer than this code (LOG-4, LOG-5):
 * 1. An event is never edited. A type whose shape changes gets a higher version; the row's `upcast` brings earlier
 *    versions up to date each time they are read (`log/upcast.ts`).
 * 2. A newer server may have written a type or a version that this code does not know (`isKnown`). `evolve` then moves
 *    to its seq and notes it, the progress log shows "unknown event", and `viewFor` hides it from everybody.
 * 3. After an unknown event every command is refused (`newer-log`), because the state is known only in part. A node
 *    that knows the event decides; this one shows what it can.
 */

type EventTable = typeof eventTable

export type EventType = keyof EventTable

/** Payload and private fields of every event, derived from the rows. */
export type EventShapes = {
  [T in EventType]: EventTable[T] extends EventRow<infer Payload, infer Private>
    ? { payload: z.output<Payload>; private: PrivateFields<Private> }
    : never
}

/** An event from `decide`, before it has a place in the log. */
export type SessionEvent = {
  [T in EventType]: {
    readonly type: T
    readonly payload: Readonly<EventShapes[T]['payload']>
    readonly private: Readonly<EventShapes[T]['private']>
  }
}[EventType]

/** An event in a viewer's log: private fields only where the viewer may see them. */
export type RecordedEvent = {
  [T in EventType]: {
    readonly type: T
    readonly seq: number
    readonly version: number
    readonly at: string
    readonly actor: string
    readonly role: string
    readonly payload: Readonly<EventShapes[T]['payload']>
    readonly private: Readonly<Partial<EventShapes[T]['private']>>
  }
}[EventType]

/** An event in an entry: private fields with the salts of their commitments. */
export type SaltedEvent = {
  [T in EventType]: FoldedEvent<EventShapes[T]['payload'], EventShapes[T]['private']> & {
    readonly type: T
    readonly version: number
  }
}[EventType]

/** Makes an event; private fields are passed only where the type has some. */
export function event<T extends EventType>(
  type: T,
  payload: EventShapes[T]['payload'],
  ...secret: keyof EventShapes[T]['private'] extends never ? [] : [EventShapes[T]['private']]
): SessionEvent {
  return { type, payload, private: secret[0] ?? {} } as SessionEvent
}

/** The current version of each event type. */
export const eventVersions = Object.fromEntries(
  Object.entries(eventTable).map(([type, { version }]) => [type, version]),
) as Readonly<Record<EventType, number>>

const hideable: ReadonlySet<string> = new Set(
  Object.entries(eventTable).flatMap(([type, { seenBy }]) =>
    typeof seenBy === 'function' || seenBy.who !== 'everybody' ? [type] : [],
  ),
)

/** Whether there may be viewers who get only seq and hash of an entry of this type; it is then blinded (LOG-7). */
export function mayBeHidden(type: EventType): boolean {
  return hideable.has(type)
}

const knownVersions: ReadonlyMap<string, number> = new Map(Object.entries(eventVersions))

/** Whether this code knows this type and version. */
export function isKnown({ type, version }: { readonly type: string; readonly version: number }): boolean {
  return version <= (knownVersions.get(type) ?? 0)
}
