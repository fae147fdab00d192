import { entryIsWhole, genesisHash, isHidden, type VisibleEntry } from '#domain/entry.ts'
import type { SessionState } from '#domain/state.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'

/*
 * Invariants of what is let through:
 * 1. Entries come out in the order of their seq, each once, none left out.
 * 2. Every one continues the hash chain; from the first that does not on, nothing more comes out.
 * 3. Entries of two epochs are never mixed: a new epoch starts over, and what is still on its way from an
 *    earlier one is dropped.
 */

/** How far one session's log has been read. */
export interface LogPlace {
  readonly session: string
  /** Empty before the first message. */
  readonly epoch: string
  /** The last entry let through, and its hash. */
  readonly seq: number
  readonly hash: string
  /** The highest seq that this epoch's messages have told of. */
  readonly head: number
  /** The log's head when this epoch was joined: what lies after it is news. Null before the first message. */
  readonly joinedAt: number | null
  readonly broken: number | null
  readonly retired: readonly string[]
}

/** What reading one message yields. */
export type LogSignal =
  /** The next entries. `joinedAt` as in `LogPlace`. */
  | { readonly kind: 'frame'; readonly entries: readonly VisibleEntry[]; readonly joinedAt: number }
  /** The log is another one than was read before: forget everything. */
  | { readonly kind: 'reset' }
  /** Everything up to `seq` at once: what was folded before gives way to it. */
  | {
      readonly kind: 'snapshot'
      readonly state: SessionState
      readonly seq: number
      readonly hash: string
      readonly joinedAt: number
    }
  /** Entries after this seq are missing. */
  | { readonly kind: 'gap'; readonly after: number }
  /** The chain breaks at this entry. */
  | { readonly kind: 'broken'; readonly seq: number }

/** Before the first entry of a session. */
export function startOfLog(session: string): LogPlace {
  return {
    session,
    epoch: '',
    seq: 0,
    hash: genesisHash(session),
    head: 0,
    joinedAt: null,
    broken: null,
    retired: [],
  }
}

/** Reads one message at a place: next seq applies, lower drops, higher is a gap, another epoch starts over. */
export function readMessage(
  place: LogPlace,
  message: EventsMessage,
): { place: LogPlace; signals: LogSignal[] } {
  if (place.retired.includes(message.epoch)) return { place, signals: [] }
  const signals: LogSignal[] = []
  let at = place
  if (at.epoch !== message.epoch) {
    at = joined(place, message)
    if (place.epoch !== '') signals.push({ kind: 'reset' })
  }
  at = { ...at, head: Math.max(at.head, message.head) }
  if (at.broken !== null) return { place: at, signals }

  const entries: VisibleEntry[] = []
  for (const entry of message.entries as VisibleEntry[]) {
    if (entry.seq <= at.seq) continue
    if (entry.seq > at.seq + 1) break
    if (!continues(at, entry)) {
      at = { ...at, broken: entry.seq }
      break
    }
    entries.push(entry)
    at = { ...at, seq: entry.seq, hash: entry.hash, head: Math.max(at.head, entry.seq) }
  }
  if (entries.length > 0) signals.push({ kind: 'frame', entries, joinedAt: at.joinedAt ?? 0 })
  if (at.broken !== null) signals.push({ kind: 'broken', seq: at.broken })
  else if (message.to > at.seq) signals.push({ kind: 'gap', after: at.seq })
  return { place: at, signals }
}

function joined(place: LogPlace, message: EventsMessage): LogPlace {
  const retired = place.epoch === '' ? place.retired : [...place.retired, place.epoch]
  return { ...startOfLog(place.session), epoch: message.epoch, joinedAt: message.head, retired }
}

function continues(place: LogPlace, entry: VisibleEntry): boolean {
  return isHidden(entry) || (entry.previous === place.hash && entryIsWhole(entry))
}
