import { ackSchema } from './ack.ts'
import { commandSchema } from './cmd.ts'
import { eventsSchema } from './events.ts'
import { heartbeatSchema } from './hb.ts'
import { nackSchema } from './nack.ts'
import { progressSchema } from './progress.ts'
import { snapshotSchema } from './snapshot.ts'
import { subscribeSchema } from './sub.ts'

/** Raised whenever a message, or what one carries, changes; a client names it on connecting, and another version is not let in. */
export const wireVersion = 3

/** The reason given to whoever is not let in for it. */
export const wireVersionRefused = 'wire-version'

/** client → server, by Socket.IO event name. */
export const up = { sub: subscribeSchema, cmd: commandSchema } as const

/** server → client, by Socket.IO event name; those of the hall's own namespace stand beside it. */
export const down = {
  events: eventsSchema,
  snapshot: snapshotSchema,
  ack: ackSchema,
  nack: nackSchema,
  hb: heartbeatSchema,
  progress: progressSchema,
} as const
