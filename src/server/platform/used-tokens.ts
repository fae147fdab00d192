import { lt } from 'drizzle-orm'
import type { Clock } from '#lib/ports.ts'
import { clockSkewSeconds } from '#protocol/signed-call.ts'
import type { Database } from '../db/database.ts'
import { usedToken } from '../db/schema.ts'

const removalMilliseconds = 60_000

/** Used tokens, across nodes, until they expire: each token is accepted once. */
export function createUsedTokens({ db }: Database, clock: Clock) {
  let removedAt = Number.NEGATIVE_INFINITY

  /** False when the token was used before. `exp` in seconds. */
  async function use({ jti, exp }: { jti: string; exp: number }): Promise<boolean> {
    await removeExpired()
    const expiresAt = new Date((exp + 2 * clockSkewSeconds) * 1000)
    const added = await db
      .insert(usedToken)
      .values({ jti, expiresAt })
      .onConflictDoNothing()
      .returning({ jti: usedToken.jti })
    return added.length === 1
  }

  /** Removes expired tokens, once a minute at most. */
  async function removeExpired(): Promise<void> {
    if (clock() - removedAt < removalMilliseconds) return
    removedAt = clock()
    await db.delete(usedToken).where(lt(usedToken.expiresAt, new Date(clock())))
  }

  return { use }
}

export type UsedTokens = ReturnType<typeof createUsedTokens>
