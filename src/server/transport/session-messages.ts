import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type EntryBatch, encodeBatch, encodeSnapshot } from './entry-batch.ts'

/** Batches kept until the next refresh, for subscribers who reach the same position meanwhile. */
const batchesKept = 16

/** An entry batch or a snapshot, encoded per viewer on demand; `to` is the last seq in it. */
export type SessionMessage = Pick<EntryBatch, 'to' | 'messageFor'>

/** The newest encoded batches and snapshot of one session: subscribers at one position share one read. */
export function createSessionMessages(
  log: Pick<SessionLogReader, 'read' | 'state'>,
  sessionId: string,
  batchLength: number,
) {
  const batches = new Map<number, Promise<EntryBatch | null>>()
  let snapshot: Promise<SessionMessage | null> | null = null

  return {
    batchAfter(position: number): Promise<EntryBatch | null> {
      const known = batches.get(position)
      if (known) return known
      const batch = log
        .read(sessionId, position, batchLength)
        .then((page) => page && encodeBatch(page, position))
      batches.set(position, batch)
      for (const oldest of batches.keys()) if (batches.size > batchesKept) batches.delete(oldest)
      return batch
    },
    newestSnapshot(): Promise<SessionMessage | null> {
      snapshot ??= log
        .state(sessionId)
        .then((known) => known && { to: known.head, messageFor: encodeSnapshot(known) })
      return snapshot
    },
    forgetSnapshot(): void {
      snapshot = null
    },
    forgetAll(): void {
      batches.clear()
      snapshot = null
    },
  }
}
