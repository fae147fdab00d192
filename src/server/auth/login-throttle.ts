import { lt, sql } from 'drizzle-orm'
import type { Clock } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import { throttle } from '../db/schema.ts'
import { digestOf } from './digest.ts'
import { networkOf } from './network.ts'

/*
 * Limits on password attempts: leaky buckets in the database, shared by all nodes. Successful and refused attempts
 * are taken out again, so a refusal never lasts longer than the buckets take to drain.
 * - account and address: many passwords for one account from one place;
 * - address: one password for many accounts;
 * - account: attempts from many places. Not applied to an address from which the account logged in before.
 */

/** Attempts that fit into a bucket, and attempts that drain per minute. */
const limits = {
  pair: { size: 10, perMinute: 10 },
  address: { size: 60, perMinute: 30 },
  account: { size: 30, perMinute: 10 },
}

/** An admitted attempt; `succeeded` takes it out of the count. */
export interface Attempt {
  succeeded(): Promise<void>
}

/** Seconds until the next attempt is admitted. */
export interface Wait {
  readonly seconds: number
}

const keptMilliseconds = 3_600_000

export function createLoginThrottle({ db }: Database, clock: Clock) {
  /** `known`: the account logged in from this address before. */
  async function attempt(
    userCode: string,
    address: string,
    known: boolean,
  ): Promise<{ attempt: Attempt } | { wait: Wait }> {
    const [who, where] = [userCode.toLowerCase(), networkOf(address)]
    const buckets = [
      { key: keyOf('pair', where, who), ...limits.pair },
      { key: keyOf('address', where), ...limits.address },
      ...(known ? [] : [{ key: keyOf('account', who), ...limits.account }]),
    ].sort((one, other) => one.key.localeCompare(other.key))
    const levels = await fill(buckets, 1)
    const waits = buckets.map(({ key, size, perMinute }) => {
      return ((levels.get(key) ?? 0) - size) * (60 / perMinute)
    })
    const longest = Math.max(...waits)
    if (longest <= 0) return { attempt: { succeeded: async () => void (await fill(buckets, -1)) } }
    await fill(buckets, -1)
    return { wait: { seconds: Math.ceil(longest) } }
  }

  /** Adds `amount` to each drained bucket; the buckets are sorted, so that transactions cannot deadlock. */
  async function fill(
    buckets: readonly { key: string; perMinute: number }[],
    amount: number,
  ): Promise<ReadonlyMap<string, number>> {
    const now = new Date(clock())
    await db.delete(throttle).where(lt(throttle.at, new Date(clock() - keptMilliseconds)))
    const levels = new Map<string, number>()
    for (const { key, perMinute } of buckets) {
      const minutes = sql`greatest(0, extract(epoch from ${now}::timestamptz - ${throttle.at})) / 60`
      const drained = sql`greatest(0, ${throttle.level} - ${minutes} * ${perMinute}::float8)`
      const [row] = await db
        .insert(throttle)
        .values({ key, level: Math.max(0, amount), at: now })
        .onConflictDoUpdate({
          target: throttle.key,
          set: { level: sql`greatest(0, ${drained} + ${amount}::float8)`, at: now },
        })
        .returning({ level: throttle.level })
      levels.set(key, row?.level ?? 0)
    }
    return levels
  }

  return { attempt }
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** Hashed, because people type passwords into the account's field by mistake. */
function keyOf(...parts: string[]): string {
  return digestOf(parts.join('\n'))
}
