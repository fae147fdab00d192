import { entryIsWhole, genesisHash, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { reviveState, type SessionState } from '#domain/session/state.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
import type { LogMessage } from './transport.ts'

/*
 * Invariants of the emitted entries:
 * 1. They come in the order of their seq, each once, none missing except those that a snapshot covers.
 * 2. Each continues the hash chain; after the first that does not, nothing more is emitted.
 * 3. Epochs are never mixed: a new epoch starts over, and late messages of an earlier one are dropped.
 */

/** A reader's position: how far one session's log has been read. */
export interface LogPosition {
  readonly session: string
  /** Empty before the first message. */
  readonly epoch: string
  /** The last emitted entry and its hash. */
  readonly seq: number
  readonly hash: string
  /** What the emitted entries continue: the start of the log or the last snapshot. */
  readonly base: { readonly seq: number; readonly hash: string }
  /** The highest seq known from this epoch's messages. */
  readonly head: number
  /** The log's head when this epoch was joined; later entries are new. Null before the first message. */
  readonly joinedAt: number | null
  readonly broken: number | null
  readonly retired: readonly string[]
}

/** What a message yields. */
export type LogSignal =
  /** The next entries; `joinedAt` as in `LogPosition`. */
  | { readonly kind: 'batch'; readonly entries: readonly VisibleEntry[]; readonly joinedAt: number }
  /** The log was replaced by another: discard everything. */
  | { readonly kind: 'reset' }
  /** The state at `seq`; replaces what was folded before. */
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

export interface LogStep {
  /** Where the log stands after a message. */
  readonly position: LogPosition
  /** What the message yielded. */
  readonly signals: readonly LogSignal[]
}

/** Before the first entry of a session. */
export function startOfLog(session: string): LogPosition {
  const base = { seq: 0, hash: genesisHash(session) }
  return { session, epoch: '', ...base, base, head: 0, joinedAt: null, broken: null, retired: [] }
}

/**
 * Reads one message at a position. Entries: the next seq applies, a lower one is dropped, a higher one is a gap. A
 * snapshot that is ahead moves the position. Another epoch starts over.
 */
export function readMessage(position: LogPosition, { kind, body }: LogMessage): LogStep {
  if (position.retired.includes(body.epoch)) return { position, signals: [] }
  const signals: LogSignal[] = []
  let at = position
  if (at.epoch !== body.epoch) {
    at = joined(position, body)
    if (position.epoch !== '') signals.push({ kind: 'reset' })
  }
  at = { ...at, head: Math.max(at.head, body.head) }
  if (at.broken !== null) return { position: at, signals }
  const step = kind === 'events' ? readEvents(at, body) : readSnapshot(at, body)
  return { position: step.position, signals: [...signals, ...step.signals] }
}

function readEvents(position: LogPosition, message: EventsMessage): LogStep {
  const entries: VisibleEntry[] = []
  let { seq, hash } = position
  let broken: number | null = null
  for (const entry of message.entries as VisibleEntry[]) {
    if (entry.seq <= seq) continue
    if (entry.seq > seq + 1) break
    if (!continues(hash, entry)) {
      broken = entry.seq
      break
    }
    entries.push(entry)
    seq = entry.seq
    hash = entry.hash
  }
  const at = { ...position, seq, hash, broken, head: Math.max(position.head, seq) }
  const signals: LogSignal[] = []
  if (entries.length > 0) signals.push({ kind: 'batch', entries, joinedAt: at.joinedAt ?? 0 })
  if (broken !== null) signals.push({ kind: 'broken', seq: broken })
  else if (message.to > seq) signals.push({ kind: 'gap', after: seq })
  return { position: at, signals }
}

function readSnapshot(position: LogPosition, { seq, hash, state }: SnapshotMessage): LogStep {
  if (seq <= position.seq) return { position, signals: [] }
  const at = { ...position, seq, hash, base: { seq, hash }, head: Math.max(position.head, seq) }
  const joinedAt = at.joinedAt ?? seq
  return { position: at, signals: [{ kind: 'snapshot', state: reviveState(state), seq, hash, joinedAt }] }
}

/** Whether an entry continues the chain after this hash. A hidden entry continues it by its hash alone. */
export function continues(hash: string, entry: VisibleEntry): boolean {
  return isHidden(entry) || (entry.previous === hash && entryIsWhole(entry))
}

function joined(position: LogPosition, message: EventsMessage | SnapshotMessage): LogPosition {
  const retired = position.epoch === '' ? position.retired : [...position.retired, position.epoch]
  return { ...startOfLog(position.session), epoch: message.epoch, joinedAt: message.head, retired }
}
