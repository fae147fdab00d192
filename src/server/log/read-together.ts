import type { Pool } from 'pg'
import type { Entry } from '#domain/log/entry.ts'
import { type AskedEntries, selectEntries, selectEntriesOfEach } from './rows.ts'

interface Waiting extends AskedEntries {
  resolve(entries: Entry[]): void
  reject(reason: unknown): void
}

/**
 * Reads at most `limit` entries of sessions. Reads that are asked for in the same microtask share a statement: a page of
 * the section list asks for the news of all its sections. A session whose entries cannot be read fails alone.
 */
export function createEntriesReader(pool: Pool, limit: number) {
  let waiting: Waiting[] = []

  async function readAll(): Promise<void> {
    const asked = waiting
    waiting = []
    if (asked.length === 1) return void asked.forEach(readAlone)
    try {
      for (const [one, entries] of await selectEntriesOfEach(pool, asked, limit)) settle(one, entries)
    } catch {
      // One session's entries may be what the statement failed at.
      asked.forEach(readAlone)
    }
  }

  function readAlone({ session, after, resolve, reject }: Waiting): void {
    selectEntries(pool, session, after, limit).then(resolve, reject)
  }

  return (asked: AskedEntries) =>
    new Promise<Entry[]>((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(() => void readAll())
      waiting.push({ ...asked, resolve, reject })
    })
}

function settle({ resolve, reject }: Waiting, entries: () => Entry[]): void {
  try {
    resolve(entries())
  } catch (error) {
    reject(error)
  }
}
