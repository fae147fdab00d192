import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Clock } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import { throttle } from '../db/schema.ts'

/*
 * How often a password may be guessed, counted in the database, so on all nodes together. Three buckets fill with
 * attempts and drain by themselves; one that succeeds is taken out again, and so is one that was turned away: nobody
 * is kept out for longer than it takes to drain, however hard somebody else tries.
 * - account and address: guessing at one account from one place;
 * - address: one password tried on many accounts;
 * - account: guessing from many places. Whoever has been logged in from an address before is not held up by it there.
 */

/** How many attempts fit in at once, and how many a minute drain. */
const limits = {
  pair: { size: 10, perMinute: 10 },
  address: { size: 60, perMinute: 30 },
  account: { size: 30, perMinute: 10 },
}

/** An attempt that was let through: `succeeded` takes it out of the count. */
export interface Attempt {
  succeeded(): Promise<void>
}

/** After how many seconds another attempt may be made. */
export interface Wait {
  readonly seconds: number
}

const keptMilliseconds = 3_600_000

export function createLoginThrottle({ db }: Database, clock: Clock) {
  /** `known`: this account has been logged in from this address before. */
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

  /** Adds to every bucket what has not drained since; in one order for all, so that nobody waits in a circle. */
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

/** What people typed into the account's field, a password by mistake, is not kept. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

/** An IPv6 subscriber has a whole /64 to themselves. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
