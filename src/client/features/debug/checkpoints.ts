import type { SessionSnapshot } from '#client/store/session-store.ts'
import { createDraft } from '#domain/log/draft.ts'
import { initial, type SessionState } from '#domain/session/state.ts'

/*
 * The state at any moment of a long log is computed by folding few entries:
 * 1. There is a checkpoint at the log's beginning (or at the snapshot, where earlier entries have not been read), and
 *    one after every `every` entries from there. Their states are never modified. There is none where entries after it
 *    are not known.
 * 2. Checkpoints are valid for one log only; the hash chain tells whether it is still the same one.
 */

/** The known part of a log. */
export type KnownLog = Pick<SessionSnapshot, 'entries' | 'from' | 'base'>

/** The state right after entry `seq`; `hash` is that entry's, null where the entry is not known. */
interface Checkpoint {
  readonly seq: number
  readonly hash: string | null
  readonly state: SessionState
}

/** Ordered by seq. */
export type Checkpoints = readonly Checkpoint[]

/** Entries between checkpoints: at most so many are folded for any moment. */
const defaultInterval = 500

const beginning: Checkpoint = { seq: 0, hash: null, state: initial() }

/** The checkpoints of `kept` that are still valid for the log, and those that are missing. */
export function checkpointsOf(log: KnownLog, kept: Checkpoints = [], every = defaultInterval): Checkpoints {
  const start = startOf(log)
  if (!start) return []
  const head = log.from + log.entries.length - 1
  const held = stillHold(log, kept, start) ? kept : [start]
  const missing: Checkpoint[] = []
  let last = held.at(-1) ?? start
  while (last.seq + every <= head) {
    const seq = last.seq + every
    last = { seq, hash: hashAt(log, seq), state: folded(log, last, seq) }
    missing.push(last)
  }
  return missing.length === 0 ? held : [...held, ...missing]
}

/** The state right after entry `seq`; null where entries before it are missing, or it has not arrived yet. */
export function stateAt(log: KnownLog, checkpoints: Checkpoints, seq: number): SessionState | null {
  const before = checkpoints.findLast((checkpoint) => checkpoint.seq <= seq)
  if (!before || seq > log.from + log.entries.length - 1) return null
  return before.seq === seq ? before.state : folded(log, before, seq)
}

function startOf({ from, base }: KnownLog): Checkpoint | null {
  if (from === 1) return beginning
  return base && from <= base.seq + 1 ? { seq: base.seq, hash: null, state: base } : null
}

function stillHold(log: KnownLog, kept: Checkpoints, start: Checkpoint): boolean {
  const [first] = kept
  const last = kept.at(-1)
  if (first?.state !== start.state || !last) return false
  return last.hash === null || last.hash === hashAt(log, last.seq)
}

function folded(log: KnownLog, start: Checkpoint, seq: number): SessionState {
  const draft = createDraft(start.state, seq - start.seq)
  for (let at = start.seq + 1; at <= seq; at += 1) {
    const entry = log.entries.at(at - log.from)
    if (entry) draft.apply(entry)
  }
  return draft.state
}

function hashAt({ entries, from }: KnownLog, seq: number): string | null {
  return entries.at(seq - from)?.hash ?? null
}
