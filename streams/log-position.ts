import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import { type Entry, entryIsWhole, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { reviveState, type SessionState } from '#domain/session/state.ts'
import { previewedEpoch, startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
import type { LogMessage } from './transport.ts'

/*
 * Invariants of the emitted entries:
 * 1. They come in the order of their seq, each once, none missing except those that a snapshot covers.
 * 2. Each continues the hash chain; after the first that does not, nothing more is emitted.
 * 3. Epochs are never mixed: a new epoch starts over, and late messages of an earlier one are dropped.
 * 4. The epoch of a bidder's preview is expected to change to that of the previewed log, and never back. What the
 *    preview had comes again in the log, in the same order; the first entry that does not breaks the chain.
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
  /**
   * The log's head when this epoch was joined; later entries are new. After a preview: the last entry that was in it.
   * Null before the first message.
   */
  readonly joinedAt: number | null
  /**
   * In a preview: digests of what its entries say, null for those that a snapshot covers. In the log after it: those
   * that have not come again yet.
   */
  readonly previewed: readonly (string | null)[]
  readonly broken: number | null
  readonly retired: readonly string[]
}

/** What a message yields. */
export type LogSignal =
  /** The next entries; `joinedAt` as in `LogPosition`. */
  | { readonly kind: 'batch'; readonly entries: readonly VisibleEntry[]; readonly joinedAt: number }
  /** The log was replaced by another: discard everything. `expected`: a preview by the log that it showed. */
  | { readonly kind: 'reset'; readonly expected?: true }
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

/** Before the first entry of a session's epoch. */
export function startOfLog(session: string, epoch = ''): LogPosition {
  const base = { seq: 0, hash: startOfEpoch(session, epoch) }
  const nothing = { head: 0, joinedAt: null, previewed: [], broken: null, retired: [] }
  return { session, epoch, ...base, base, ...nothing }
}

/**
 * Reads one message at a position. Entries: the next seq applies, a lower one is dropped, a higher one is a gap. A
 * snapshot that is ahead moves the position. Another epoch starts over.
 */
export function readMessage(position: LogPosition, { kind, body }: LogMessage): LogStep {
  if (isLeft(position, body.epoch)) return { position, signals: [] }
  const signals: LogSignal[] = []
  let at = position
  if (at.epoch !== body.epoch) {
    at = joined(position, body)
    if (position.epoch !== '') signals.push(resetTo(position, body.epoch))
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
  const preview = readAfterPreview(position)
  for (const entry of message.entries as VisibleEntry[]) {
    if (entry.seq <= seq) continue
    if (entry.seq > seq + 1) break
    if (!continues(hash, entry) || !preview.agrees(entry)) {
      broken = entry.seq
      break
    }
    entries.push(entry)
    seq = entry.seq
    hash = entry.hash
  }
  const { previewed, joinedAt } = preview.after(seq)
  const at = { ...position, seq, hash, broken, previewed, joinedAt, head: Math.max(position.head, seq) }
  const signals: LogSignal[] = []
  if (entries.length > 0) signals.push({ kind: 'batch', entries, joinedAt: at.joinedAt ?? 0 })
  if (broken !== null) signals.push({ kind: 'broken', seq: broken })
  else if (message.to > seq) signals.push({ kind: 'gap', after: seq })
  return { position: at, signals }
}

function readSnapshot(position: LogPosition, { seq, hash, state }: SnapshotMessage): LogStep {
  if (seq <= position.seq) return { position, signals: [] }
  const isPreview = previewedEpoch(position.epoch) !== null
  const previewed = isPreview ? Array<null>(seq).fill(null) : []
  const at = { ...position, seq, hash, base: { seq, hash }, previewed, head: Math.max(position.head, seq) }
  const joinedAt = at.joinedAt ?? seq
  return { position: at, signals: [{ kind: 'snapshot', state: reviveState(state), seq, hash, joinedAt }] }
}

/**
 * Notes what a preview's entries say, or compares the log's visible entries with what its preview had; `joinedAt` then
 * moves with them.
 */
function readAfterPreview({ epoch, previewed: before, joinedAt: joined }: LogPosition) {
  const isPreview = previewedEpoch(epoch) !== null
  const previewed = [...before]
  let joinedAt = joined
  return {
    /** Whether the entry says what the preview had in its place. */
    agrees(entry: VisibleEntry): boolean {
      if (isHidden(entry)) return true
      if (isPreview) previewed.push(digestOf(entry))
      else if (previewed.length > 0) {
        const had = previewed.shift() ?? null
        joinedAt = entry.seq
        return had === null || had === digestOf(entry)
      }
      return true
    },
    after(seq: number): Pick<LogPosition, 'previewed' | 'joinedAt'> {
      // What the preview had ends further on: all entries so far are old.
      return { previewed, joinedAt: !isPreview && previewed.length > 0 ? seq : joinedAt }
    },
  }
}

/** Of what an entry says, wherever it stands. */
function digestOf({
  seq: _seq,
  previous: _previous,
  hash: _hash,
  private: _private,
  ...said
}: Entry): string {
  return sha256Hex(canonicalJson(said))
}

/** Whether an entry continues the chain after this hash. A hidden entry continues it by its hash alone. */
export function continues(hash: string, entry: VisibleEntry): boolean {
  return isHidden(entry) || (entry.previous === hash && entryIsWhole(entry))
}

function joined(position: LogPosition, { epoch, head }: EventsMessage | SnapshotMessage): LogPosition {
  const retired = position.epoch === '' ? position.retired : [...position.retired, position.epoch]
  const previewed = isPreviewOf(position.epoch, epoch) ? position.previewed : []
  return { ...startOfLog(position.session, epoch), joinedAt: head, previewed, retired }
}

/** An epoch that was left, or a preview of the log that was reached: another server may still send it. */
function isLeft({ epoch, retired }: LogPosition, other: string): boolean {
  return [epoch, ...retired].some((known) => isPreviewOf(other, known)) || retired.includes(other)
}

function isPreviewOf(preview: string, epoch: string): boolean {
  return previewedEpoch(preview) === epoch
}

function resetTo({ epoch }: LogPosition, next: string): LogSignal {
  return isPreviewOf(epoch, next) ? { kind: 'reset', expected: true } : { kind: 'reset' }
}
