import { nobody, type Trail } from '#server/trail/trail.ts'
import { createSocketTrail } from '#server/transport/socket-trail.ts'
import { createTrailHooks } from '#server/transport/trail-hooks.ts'

const noTrail: Trail = { note() {}, async write() {}, async stop() {} }
const strangers = {
  byToken: async () => ({ who: nobody, section: null }),
  byLogin: async () => nobody,
  byCode: async () => nobody,
}

/** For tests of servers that keep no trail. */
export const noTrailHooks = createTrailHooks(noTrail, strangers)
export const noSocketTrail = createSocketTrail(noTrail, strangers)
