import type { VisibleEntry } from '#domain/log/entry.ts'
import { isPreviewOf, previewedEpoch } from '#protocol/socket/epoch.ts'
import { keptOf, type Restoration, restorationOf } from '#protocol/socket/restored-epoch.ts'
import { type HashTable, hashTable } from './hash-table.ts'
import type { LogMessage } from './transport.ts'

/*
 * What a client has seen of a section's log, and what contradicts it (ALM-1 to ALM-5). An alarm is never wrong in an
 * honest hall, whatever the network does. What cannot be known from seq and hash alone:
 * 1. Whether hidden entries before the last one that was seen were exchanged: the hash of a hidden entry is only claimed.
 * 2. Whether the log was forked after that, where the client gets the new entries from the forged log alone.
 * 3. Whether a snapshot is right about what the client has not seen before: the entries would have to be read.
 * 4. Whether an entry that was shown may be hidden when it is read back: a node of an older version does not know it.
 */

/** An entry of a log: its seq and hash; `hash` null where the log is said to end before. */
export interface Head {
  readonly epoch: string
  readonly seq: number
  readonly hash: string | null
}

/** Two heads that cannot both be of one log. */
export interface Alarm {
  /**
   * `forked`: an entry has another hash. `shorter`: the log ends before an entry that was seen. `snapshot`: a state that
   * was sent contradicts the entries. `broken`: an entry does not continue the chain, or was changed.
   */
  readonly reason: 'forked' | 'shorter' | 'snapshot' | 'broken'
  readonly seen: Head
  readonly shown: Head
}

/** The hashes that a client has seen of one log. It grows with the log, shared by all positions in it. */
export interface SeenLog {
  readonly epoch: string
  /** The highest seq seen; 0 before the first. */
  readonly last: number
  hashAt(seq: number): string | null
  add(entries: readonly Pick<VisibleEntry, 'seq' | 'hash'>[]): void
  /** What has been seen of the log that follows in this epoch. */
  in(epoch: string): SeenLog
}

/** Nothing seen yet, or only the entry that is remembered from before the page was loaded. */
export function seenLog(remembered: Head | null = null): SeenLog {
  const hashes = hashTable()
  if (!remembered?.hash) return logOf('', hashes)
  hashes.set(remembered.seq, remembered.hash)
  return logOf(remembered.epoch, hashes)
}

function logOf(epoch: string, hashes: HashTable): SeenLog {
  return {
    epoch,
    get last() {
      return hashes.last
    },
    hashAt: hashes.at,
    add(entries) {
      for (const { seq, hash } of entries) hashes.set(seq, hash)
    },
    in: (next) => logOf(next, hashes.until(keptIn(epoch, next))),
  }
}

/** A restored backup: entries after `kept` were lost; this client had seen the entries up to `seen`. */
export interface Restored extends Restoration {
  /** Null where the client had a preview, which counts otherwise. */
  readonly seen: number | null
}

/** The restored backup that the epoch `next` tells of; null where it tells of none. */
export function restoredIn({ epoch, last }: SeenLog, next: string): Restored | null {
  const restored = epoch === '' ? null : restorationOf(logNamed(epoch), logNamed(next))
  return restored && { ...restored, seen: isPreview(epoch) ? null : last }
}

/**
 * Up to which seq the epoch `next` must have what was seen in `epoch`. A preview has a chain of its own, so that nothing
 * of it is compared here with a log: `log-position.ts` compares what they say.
 */
function keptIn(epoch: string, next: string): number {
  if (epoch === next) return Number.POSITIVE_INFINITY
  if (!isPreview(epoch) && !isPreview(next)) return keptOf(epoch, next) ?? Number.POSITIVE_INFINITY
  const isOfOne = isPreviewOf(epoch, next) || isPreviewOf(next, epoch)
  return isOfOne || restorationOf(logNamed(epoch), logNamed(next)) ? 0 : Number.POSITIVE_INFINITY
}

/** Whether a message is of a log that was replaced by the present one when a backup was restored. */
export function isReplaced(present: string, epoch: string): boolean {
  return restorationOf(logNamed(epoch), logNamed(present)) !== null
}

function isPreview(epoch: string): boolean {
  return previewedEpoch(epoch) !== null
}

/** The epoch of the log itself; of a preview's without what was kept. */
function logNamed(epoch: string): string {
  return previewedEpoch(epoch) ?? epoch
}

/** How a message contradicts what was seen; null where it does not. */
export function contradictionIn(seen: SeenLog, { kind, body }: LogMessage): Alarm | null {
  if (seen.last === 0) return null
  const { epoch } = body
  const kept = keptIn(seen.epoch, epoch)
  const shown = kind === 'events' ? (body.entries as VisibleEntry[]) : [body]
  const other = otherThanSeen(
    seen,
    shown.filter(({ seq }) => seq <= kept),
  )
  if (other) return alarmOf(seen, kind === 'events' ? 'forked' : 'snapshot', other.seq, { epoch, ...other })
  // In the same epoch a message may be late, so that its head says nothing.
  const least = Math.min(kept, seen.last)
  if (epoch === seen.epoch || body.head >= least) return null
  return alarmOf(seen, 'shorter', least, { epoch, seq: body.head, hash: null })
}

/** How entries that were read again in the epoch that was seen contradict it; null where they do not. */
export function forkIn(seen: SeenLog, entries: readonly VisibleEntry[]): Alarm | null {
  const other = otherThanSeen(seen, entries)
  return other && alarmOf(seen, 'forked', other.seq, { epoch: seen.epoch, ...other })
}

/** The first entry with another hash than was seen at its seq; null without one. */
function otherThanSeen(seen: SeenLog, shown: readonly Pick<VisibleEntry, 'seq' | 'hash'>[]) {
  for (const { seq, hash } of shown) {
    const known = seen.hashAt(seq)
    if (known !== null && known !== hash) return { seq, hash }
  }
  return null
}

export function alarmOf(seen: SeenLog, reason: Alarm['reason'], seq: number, shown: Head): Alarm {
  return { reason, seen: { epoch: seen.epoch, seq, hash: seen.hashAt(seq) }, shown }
}
