import { createHallClock } from '../clock/hall-clock.ts'
import { readClock } from '../clock/read-clock.ts'
import type { Database } from '../db/database.ts'
import type { Rotated } from '../secrets/rotate.ts'
import { createLineAppender } from './append-lines.ts'
import { eventOf, hallItself, nowhere } from './trail.ts'

/** Writes that the key was changed that wraps the secrets in the database, and how many it wraps now (TRL-2). */
export async function recordRotation(database: Database, { keyId, rewrapped }: Rotated): Promise<void> {
  const clock = createHallClock()
  await readClock(database.pool, clock)
  const detail = `key ${keyId}, ${rewrapped} secrets`
  const changed = {
    kind: 'setting-changed',
    who: hallItself,
    from: nowhere,
    what: 'rotate-keys',
    detail,
  } as const
  await createLineAppender(database)([eventOf(changed, clock.now())])
}
