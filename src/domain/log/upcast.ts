import { type EventType, eventVersions } from '../session/event.ts'
import { eventTable } from '../session/event-table.ts'

interface Versioned {
  readonly type: EventType
  readonly version: number
  readonly payload: unknown
}

/** Brings the payload of an event or entry to the current version; one of that version is returned as it is. */
export function upcast<T extends Versioned>(entry: T): T {
  if (entry.version >= (eventVersions[entry.type] ?? 0)) return entry
  const payload = upcasts.get(entry.type)?.(entry.payload as never)
  return payload ? { ...entry, payload } : entry
}

const upcasts: ReadonlyMap<string, (payload: never) => object> = new Map(
  Object.entries(eventTable).flatMap(([type, { upcast }]) => (upcast ? [[type, upcast] as const] : [])),
)
