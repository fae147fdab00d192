import type { SessionLogReader } from '../log/session-log-reader.ts'
import { type EntryBatch, encodeBatch, encodeSnapshot } from './entry-batch.ts'

/** Batches kept until the log grows, for subscribers who reach the same position meanwhile. */
const batchesKept = 16

/** An entry batch or a snapshot, encoded per viewer on demand; `to` is the last seq in it. */
export type SessionMessage = Pick<EntryBatch, 'to' | 'messageFor'>

export interface MessageLimits {
  /** A message holds at most this many entries; a long catch-up takes several messages. */
  readonly batchLength: number
  /** A subscriber further behind than this many entries gets a snapshot. */
  readonly snapshotBeyond: number
  /** For this long a snapshot is sent to all who need one; entries follow from where it ends. */
  readonly snapshotMilliseconds: number
}

interface KeptSnapshot {
  readonly askedAt: number
  /** The last seq in it; null while it is being read. */
  to: number | null
  readonly message: Promise<SessionMessage | null>
}

/** The newest encoded batches and snapshot of one session: subscribers at one position share one read. */
export function createSessionMessages(
  log: Pick<SessionLogReader, 'read' | 'state'>,
  sessionId: string,
  { batchLength, snapshotBeyond, snapshotMilliseconds }: MessageLimits,
) {
  const batches = new Map<number, Promise<EntryBatch | null>>()
  let kept: KeptSnapshot | null = null

  async function readSnapshot(): Promise<SessionMessage | null> {
    const known = await log.state(sessionId)
    return known && { to: known.head, messageFor: encodeSnapshot(known) }
  }

  function keepNewSnapshot(): KeptSnapshot {
    const fresh: KeptSnapshot = { askedAt: performance.now(), to: null, message: readSnapshot() }
    const forget = () => {
      if (kept === fresh) kept = null
    }
    fresh.message.then((snapshot) => {
      if (snapshot) fresh.to = snapshot.to
      else forget()
    }, forget)
    return fresh
  }

  return {
    batchAfter(position: number): Promise<EntryBatch | null> {
      const known = batches.get(position)
      if (known) return known
      // Up to a round number, so that those who are behind soon share their batches.
      const batch = log
        .read(sessionId, position, batchLength - (position % batchLength))
        .then((page) => page && encodeBatch(page, position))
      batches.set(position, batch)
      for (const oldest of batches.keys()) if (batches.size > batchesKept) batches.delete(oldest)
      return batch
    },
    /**
     * A snapshot from which entries lead on to `head`. `mayMake` is asked before a new one is made, and whether there is
     * no other way.
     */
    snapshotNear(head: number, mayMake: (isNeeded: boolean) => boolean): Promise<SessionMessage | null> {
      const isFar = kept === null || (kept.to !== null && head - kept.to > snapshotBeyond)
      const isOld = isFar || performance.now() - (kept?.askedAt ?? 0) >= snapshotMilliseconds
      if ((isOld && mayMake(isFar)) || kept === null) kept = keepNewSnapshot()
      return kept.message
    },
    /** Lets an old snapshot go that is not needed as long as there may be another. */
    tidy(mayMake: (isNeeded: boolean) => boolean): void {
      const isOld = kept !== null && performance.now() - kept.askedAt >= snapshotMilliseconds
      if (isOld && mayMake(false)) kept = null
    },
    forgetBatches(): void {
      batches.clear()
    },
  }
}
