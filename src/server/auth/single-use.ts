import { and, eq, gt, lt } from 'drizzle-orm'
import type { Clock } from '#lib/ports.ts'
import type { Database } from '../db/database.ts'
import { singleUse } from '../db/schema.ts'
import type { Marks } from '../secrets/marks.ts'

/**
 * Values that can be used once, on any node: of several simultaneous requests only one takes a value. One that the hall
 * did not put there is none (KEY-5).
 */
export function createSingleUse({ db }: Database, marks: Marks, clock: Clock) {
  async function put(key: string, value: string, expiresAt: Date): Promise<void> {
    await db.delete(singleUse).where(lt(singleUse.expiresAt, new Date(clock())))
    const mark = marks.of('single-use', [key, value, expiresAt.getTime()])
    await db.insert(singleUse).values({ key, value, expiresAt, mark })
  }

  /** The value, once, while it has not expired. */
  async function take(key: string): Promise<string | null> {
    const isThere = and(eq(singleUse.key, key), gt(singleUse.expiresAt, new Date(clock())))
    const [taken] = await db.delete(singleUse).where(isThere).returning()
    if (!taken) return null
    const fields = [key, taken.value, taken.expiresAt.getTime()]
    return marks.isRight('single-use', fields, taken.mark) ? taken.value : null
  }

  return { put, take }
}

export type SingleUse = ReturnType<typeof createSingleUse>
