import type { Pool } from 'pg'
import { type RowTypes, type Write, writePlans } from './write-plans.ts'

interface Waiting {
  readonly write: Write
  resolve(written: boolean): void
  reject(reason: unknown): void
}

/** Sessions that share a commit at most: few enough that one half is decided while the other is written. */
const sharing = 25
/** While one statement waits for the disk, the next is prepared. */
const statementsAtOnce = 2

/**
 * Gathers the writes of all sessions of this node into few statements: under load many sessions share a commit, and
 * one alone is written at once. Answers whether the plan was written.
 */
export function createWriter(pool: Pool, types: RowTypes): (write: Write) => Promise<boolean> {
  const queue: Waiting[] = []
  let busy = 0

  async function drain(): Promise<void> {
    busy += 1
    // Whoever asks in the same breath belongs to the first statement.
    await Promise.resolve()
    while (queue.length > 0) await writeTogether(queue.splice(0, sharing))
    busy -= 1
  }

  async function writeTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const left = await writePlans(
        pool,
        types,
        batch.map((waiting) => waiting.write),
      )
      for (const { write, resolve } of batch) resolve(!left.has(write.session.id))
    } catch (error) {
      // One session must not fail for another's sake.
      if (batch.length > 1) await Promise.all(batch.map((waiting) => writeTogether([waiting])))
      // unique_violation: the command was done before.
      else if ((error as { code?: string }).code === '23505') batch[0]?.resolve(false)
      else batch[0]?.reject(error)
    }
  }

  return (write) =>
    new Promise((resolve, reject) => {
      queue.push({ write, resolve, reject })
      if (busy < statementsAtOnce) void drain()
    })
}
