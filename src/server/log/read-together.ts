import type { Pool } from 'pg'
import type { Entry } from '#domain/log/entry.ts'
import { type AskedEntries, selectEntries, selectEntriesOfEach } from './rows.ts'

interface Waiting extends AskedEntries {
  resolve(entries: Entry[]): void
  reject(reason: unknown): void
}

/**
 * Reads at most `limit` entries of sessions. What is asked for at once shares a statement: a page of the section list
 * asks for the news of all its sections.
 */
export function createEntriesReader(pool: Pool, limit: number) {
  let waiting: Waiting[] = []

  async function readAll(): Promise<void> {
    const asked = waiting
    waiting = []
    const [first, ...more] = asked
    if (!first) return
    try {
      if (more.length === 0)
        return first.resolve(await selectEntries(pool, first.session, first.after, limit))
      const found = await selectEntriesOfEach(pool, asked, limit)
      for (const [i, { resolve, reject }] of asked.entries()) settle(found[i], resolve, reject)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (asked: AskedEntries) =>
    new Promise<Entry[]>((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(() => void readAll())
      waiting.push({ ...asked, resolve, reject })
    })
}

/** An altered log fails alone. */
function settle(
  read: (() => Entry[]) | undefined,
  resolve: Waiting['resolve'],
  reject: Waiting['reject'],
): void {
  try {
    resolve(read?.() ?? [])
  } catch (error) {
    reject(error)
  }
}
