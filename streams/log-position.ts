import { canonicalJson, sha256Hex } from '#domain/log/canonical-json.ts'
import { type Entry, entryIsWhole, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import { withOwnPart } from '#domain/session/own-part.ts'
import { reviveState, type SessionState } from '#domain/session/state.ts'
import { isPreviewOf, previewedEpoch, startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
import {
  type Alarm,
  alarmOf,
  contradictionIn,
  isReplaced,
  type Restored,
  restoredIn,
  type SeenLog,
  seenLog,
} from './seen-log.ts'
import type { LogMessage, ShorterLog } from './transport.ts'

/*
 * Invariants of the emitted entries:
 * 1. They come in the order of their seq, each once, none missing except those that a snapshot covers.
 * 2. Each continues the hash chain; after the first that does not, nothing more is emitted.
 * 3. Epochs are never mixed: a new epoch starts over, and late messages of an earlier one are dropped.
 * 4. The epoch of a bidder's preview is expected to change to that of the previewed log, and never back. What the
 *    preview had comes again in the log, in the same order; the first entry that does not breaks the chain.
 * 5. Nothing is emitted that contradicts what was seen before, in whatever epoch; after an alarm nothing more.
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
  /** What was seen of the log, also before the page was loaded. */
  readonly log: SeenLog
  readonly alarm: Alarm | null
}

/** What a message yields. */
export type LogSignal =
  /** The next entries; `joinedAt` as in `LogPosition`. */
  | { readonly kind: 'batch'; readonly entries: readonly VisibleEntry[]; readonly joinedAt: number }
  /**
   * The log was replaced by another: discard everything. `expected`: a preview by the log that it showed. `restored`: a
   * backup was restored.
   */
  | { readonly kind: 'reset'; readonly expected?: true; readonly restored?: Restored }
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
  | { readonly kind: 'broken'; readonly seq: number; readonly alarm: Alarm }
  /** What was sent contradicts what was seen; nothing more is emitted. */
  | { readonly kind: 'alarm'; readonly alarm: Alarm }

export interface LogStep {
  /** Where the log stands after a message. */
  readonly position: LogPosition
  /** What the message yielded. */
  readonly signals: readonly LogSignal[]
}

/** Before the first entry of a session's epoch. `log`: what was seen before. */
export function startOfLog(session: string, epoch = '', log: SeenLog = seenLog()): LogPosition {
  // Nothing continues an epoch that is not known yet. The first hash takes a phone 45 ms, which an opened page spares.
  const base = { seq: 0, hash: epoch === '' ? '' : startOfEpoch(session, epoch) }
  const nothing = { head: 0, joinedAt: null, previewed: [], broken: null, retired: [], alarm: null }
  return { session, epoch, ...base, base, ...nothing, log }
}

/**
 * After which entry to ask for more: the last known one is asked for again, so that an answer from a log that was forked
 * before it shows (ALM-2), also where the next entry is hidden.
 */
export function questionFrom({ seq }: Pick<LogPosition, 'seq'>): number {
  return Math.max(0, seq - 1)
}

/**
 * Reads one message at a position. Entries: the next seq applies, a lower one is dropped, a higher one is a gap. A
 * snapshot that is ahead moves the position. Another epoch starts over.
 */
export function readMessage(position: LogPosition, message: LogMessage | ShorterLog): LogStep {
  const { kind, body } = message
  if (position.alarm !== null || isLeft(position, body.epoch)) return { position, signals: [] }
  const alarm =
    kind === 'shorter' ? shorterThanSeen(position.log, body) : contradictionIn(position.log, message)
  if (alarm) return { position: { ...position, alarm }, signals: [{ kind: 'alarm', alarm }] }
  if (kind === 'shorter') return { position, signals: [] }
  const signals: LogSignal[] = []
  let at = position
  if (at.epoch !== body.epoch) {
    at = joined(position, body)
    const reset = resetTo(position, body.epoch)
    if (position.epoch !== '' || reset.restored) signals.push(reset)
  }
  at = { ...at, head: Math.max(at.head, body.head) }
  if (at.broken !== null) return { position: at, signals }
  const step = kind === 'events' ? readEvents(at, message) : readSnapshot(at, body)
  return { position: step.position, signals: [...signals, ...step.signals] }
}

function readEvents(
  position: LogPosition,
  { body: message, isWhole = false }: Extract<LogMessage, { kind: 'events' }>,
): LogStep {
  const entries: VisibleEntry[] = []
  let { seq, hash } = position
  let broken: number | null = null
  const preview = readAfterPreview(position)
  for (const entry of message.entries as VisibleEntry[]) {
    if (entry.seq <= seq) continue
    if (entry.seq > seq + 1) break
    if (!continues(hash, entry, isWhole) || !preview.agrees(entry)) {
      broken = entry.seq
      break
    }
    entries.push(entry)
    seq = entry.seq
    hash = entry.hash
  }
  position.log.add(entries)
  const { previewed, joinedAt } = preview.after(seq)
  const at = { ...position, seq, hash, broken, previewed, joinedAt, head: Math.max(position.head, seq) }
  const signals: LogSignal[] = []
  if (entries.length > 0) signals.push({ kind: 'batch', entries, joinedAt: at.joinedAt ?? 0 })
  if (broken !== null) signals.push(brokenAt(at, broken, message))
  else if (message.to > seq) signals.push({ kind: 'gap', after: seq })
  return { position: at, signals }
}

function readSnapshot(position: LogPosition, { seq, hash, state, own }: SnapshotMessage): LogStep {
  if (seq <= position.seq) return { position, signals: [] }
  position.log.add([{ seq, hash }])
  const isPreview = previewedEpoch(position.epoch) !== null
  const previewed = isPreview ? Array<null>(seq).fill(null) : []
  const at = { ...position, seq, hash, base: { seq, hash }, previewed, head: Math.max(position.head, seq) }
  const joinedAt = at.joinedAt ?? seq
  const seen = reviveState(withOwnPart(state, own))
  return { position: at, signals: [{ kind: 'snapshot', state: seen, seq, hash, joinedAt }] }
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

function brokenAt({ epoch, log, seq }: LogPosition, broken: number, { entries }: EventsMessage): LogSignal {
  const hash = (entries as VisibleEntry[]).find((entry) => entry.seq === broken)?.hash ?? null
  return { kind: 'broken', seq: broken, alarm: alarmOf(log, 'broken', seq, { epoch, seq: broken, hash }) }
}

/** A log that ends before what was seen of it; of another epoch, or of a log that has grown since, it is none. */
function shorterThanSeen(log: SeenLog, { epoch, head }: ShorterLog['body']): Alarm | null {
  if (epoch !== log.epoch || head >= log.last) return null
  return alarmOf(log, 'shorter', log.last, { epoch, seq: head, hash: null })
}

/**
 * Whether an entry continues the chain after this hash. A hidden entry continues it by its hash alone. `isWhole`: its own
 * hash has been checked.
 */
export function continues(hash: string, entry: VisibleEntry, isWhole = false): boolean {
  return isHidden(entry) || (entry.previous === hash && (isWhole || entryIsWhole(entry)))
}

function joined(position: LogPosition, { epoch, head }: EventsMessage | SnapshotMessage): LogPosition {
  const retired = position.epoch === '' ? position.retired : [...position.retired, position.epoch]
  const previewed = isPreviewOf(position.epoch, epoch) ? position.previewed : []
  return {
    ...startOfLog(position.session, epoch, position.log.in(epoch)),
    joinedAt: head,
    previewed,
    retired,
  }
}

/**
 * An epoch that was left, a preview of the log that was reached, or a log that was replaced when a backup was restored:
 * another server may still send it.
 */
function isLeft({ epoch, log, retired }: LogPosition, other: string): boolean {
  if (isReplaced(epoch || log.epoch, other)) return true
  return [epoch, ...retired].some((known) => isPreviewOf(other, known)) || retired.includes(other)
}

function resetTo({ epoch, log }: LogPosition, next: string): Extract<LogSignal, { kind: 'reset' }> {
  const restored = restoredIn(log, next)
  if (restored) return { kind: 'reset', restored }
  return isPreviewOf(epoch, next) ? { kind: 'reset', expected: true } : { kind: 'reset' }
}
