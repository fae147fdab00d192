import { ackSchema } from './ack.ts'
import { commandSchema } from './cmd.ts'
import { eventsSchema } from './events.ts'
import { heartbeatSchema } from './hb.ts'
import { nackSchema } from './nack.ts'
import { progressSchema } from './progress.ts'
import { snapshotSchema } from './snapshot.ts'
import { subscribeSchema } from './sub.ts'

/**
 * Raised when older clients would misread a message or its content; they may meet an event type that they do not know.
 * A client names it on connecting, and another version is refused.
 */
export const wireVersion = 7

/** The reason of that refusal. */
export const wireVersionRefused = 'wire-version'

/** client → server, by Socket.IO event name. */
export const up = { sub: subscribeSchema, cmd: commandSchema } as const

/** server → client, by Socket.IO event name, without those of the section list's and the wall's namespaces. */
export const down = {
  events: eventsSchema,
  snapshot: snapshotSchema,
  ack: ackSchema,
  nack: nackSchema,
  hb: heartbeatSchema,
  progress: progressSchema,
} as const
