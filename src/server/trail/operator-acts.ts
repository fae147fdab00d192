import { createHallClock } from '../clock/hall-clock.ts'
import { readClock } from '../clock/read-clock.ts'
import type { Database } from '../db/database.ts'
import type { Rotated } from '../secrets/rotate.ts'
import { createLineAppender } from './append-lines.ts'
import { eventOf, hallItself, nowhere } from './trail.ts'

/**
 * Writes that the key was changed that wraps the secrets in the database, how many it wraps now, and how many logins were
 * ended with it; null: that was not asked for (TRL-2).
 */
export function recordRotation(
  database: Database,
  { keyId, rewrapped, ended }: Rotated & { readonly ended: number | null },
): Promise<void> {
  const logins = ended === null ? '' : `, ${ended} logins ended`
  return record(database, 'rotate-keys', `key ${keyId}, ${rewrapped} secrets${logins}`)
}

/** Writes that a backup was restored, and of how many sections everybody is told so (TRL-2). */
export function recordRestored(database: Database, sections: number): Promise<void> {
  return record(database, 'tell-restored', `${sections} sections`)
}

/** A line of a program that an operator starts beside the nodes. */
async function record(database: Database, what: string, detail: string): Promise<void> {
  const clock = createHallClock()
  await readClock(database.pool, clock)
  const done = { kind: 'setting-changed', who: hallItself, from: nowhere, what, detail } as const
  await createLineAppender(database)([eventOf(done, clock.now())])
}
