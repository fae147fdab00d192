import type { VisibleEntry } from '#domain/log/entry.ts'
import { epochOf } from '#lib/time.ts'
import { isPreviewOf, startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'

export interface LogPosition {
  readonly epoch: string
  readonly seq: number
  readonly hash: string
}

/** Who is told what a light client reads; entries and states are shared by all clients and must not be changed. */
export interface Reader {
  /** The next entry, each once. */
  onEntry(entry: VisibleEntry): void
  /** The state at the client's position, in place of its entries. */
  onSnapshot(snapshot: Pick<SnapshotMessage, 'state' | 'own'>): void
  /** The log was replaced by another, which is read from its start. */
  onReset(): void
}

interface LightLogOptions {
  readonly session: string
  readonly reader: Reader | undefined
  /** A new entry has arrived, decided at this moment of the hall's clock (epoch ms). */
  onNew(hallTime: number): void
}

const times = new WeakMap<VisibleEntry, number>()

/** When an entry was decided (epoch ms); a thousand clients ask it of the same object. */
function timeOf(entry: VisibleEntry & { readonly at: string }): number {
  const known = times.get(entry)
  if (known !== undefined) return known
  const time = epochOf(entry.at)
  times.set(entry, time)
  return time
}

/** Follows a log by its messages without keeping it: epoch, seq and hash, and whether entries continue each other. */
export function lightLog({ session, reader, onNew }: LightLogOptions) {
  const position = { epoch: '', seq: 0, hash: '' }
  let joinedAt = 0
  let broken: number | null = null

  /** Another epoch starts over; false where it is a preview of the log that was reached already. */
  function join(epoch: string, head: number): boolean {
    if (position.epoch === epoch) return true
    if (isPreviewOf(epoch, position.epoch)) return false
    Object.assign(position, { epoch, seq: 0, hash: startOfEpoch(session, epoch) })
    joinedAt = head
    reader?.onReset()
    return true
  }

  function take(entry: VisibleEntry): void {
    if ('at' in entry) {
      if (entry.previous !== position.hash) broken ??= entry.seq
      if (entry.seq > joinedAt) onNew(timeOf(entry))
    }
    position.seq = entry.seq
    position.hash = entry.hash
    reader?.onEntry(entry)
  }

  return {
    position: position as LogPosition,
    /** The entry that does not continue the one before; null where there is none. */
    brokenAt: () => broken,
    /** False where entries are missing before these. */
    onEvents({ epoch, head, entries }: EventsMessage): boolean {
      if (!join(epoch, head)) return true
      for (const entry of entries as VisibleEntry[]) {
        if (entry.seq <= position.seq) continue
        if (entry.seq !== position.seq + 1) return false
        take(entry)
      }
      return true
    },
    onSnapshot({ epoch, seq, hash, head, ...seen }: SnapshotMessage): void {
      if (!join(epoch, head) || seq <= position.seq) return
      Object.assign(position, { seq, hash })
      joinedAt = Math.max(joinedAt, seq)
      reader?.onSnapshot(seen)
    },
  }
}
