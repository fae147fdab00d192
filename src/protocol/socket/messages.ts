import { ackSchema } from './acknowledge.ts'
import { commandSchema } from './command.ts'
import { eventsSchema } from './events.ts'
import { heartbeatSchema } from './heartbeat.ts'
import { progressSchema } from './progress.ts'
import { nackSchema } from './refuse.ts'
import { snapshotSchema } from './snapshot.ts'
import { subscribeSchema } from './subscribe.ts'

/** Raised whenever a message changes; a client names it on connecting, and another version is not let in. */
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
