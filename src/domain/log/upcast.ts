import { type EventType, eventVersions } from '../session/event.ts'
import { eventTable } from '../session/event-table.ts'

interface Versioned {
  readonly type: EventType
  readonly version: number
  readonly payload: unknown
}

/** An event or entry with its payload as it would be written now; most are, and stay what they are. */
export function upcast<T extends Versioned>(entry: T): T {
  if (entry.version >= (eventVersions[entry.type] ?? 0)) return entry
  const payload = upcasts.get(entry.type)?.(entry.payload as never)
  return payload ? { ...entry, payload } : entry
}

const upcasts: ReadonlyMap<string, (payload: never) => object> = new Map(
  Object.entries(eventTable).flatMap(([type, { upcast }]) => (upcast ? [[type, upcast] as const] : [])),
)
