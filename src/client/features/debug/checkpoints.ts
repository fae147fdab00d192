import type { SessionSnapshot } from '#client/store/session-store.ts'
import { createDraft } from '#domain/log/draft.ts'
import { initial, type SessionState } from '#domain/session/state.ts'

/*
 * Any moment of a long log is a fold of few entries:
 * 1. Checkpoints stand at the log's beginning (or, where that has not been read, at the snapshot it was joined with),
 *    and after every so many entries from there; nothing writes to their states.
 * 2. They are good for the log they were made of alone: its chain tells whether it is the same one.
 */

/** What of a log is known. */
export type KnownLog = Pick<SessionSnapshot, 'entries' | 'from' | 'base'>

/** The state right after entry `seq`; `hash` is that entry's, null where it is not at hand. */
interface Checkpoint {
  readonly seq: number
  readonly hash: string | null
  readonly state: SessionState
}

/** In the order of their seq. */
export type Checkpoints = readonly Checkpoint[]

/** So many entries are folded for any moment at most. */
const usualEvery = 500

const beginning: Checkpoint = { seq: 0, hash: null, state: initial() }

/** Those of `kept` that hold for the log as it is known now, and the ones that are missing. */
export function checkpointsOf(log: KnownLog, kept: Checkpoints = [], every = usualEvery): Checkpoints {
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

/** The state as it was right after entry `seq`; null where entries are missing before it, or it has not come yet. */
export function stateAt(log: KnownLog, checkpoints: Checkpoints, seq: number): SessionState | null {
  const before = checkpoints.findLast((checkpoint) => checkpoint.seq <= seq)
  if (!before || seq > log.from + log.entries.length - 1) return null
  return before.seq === seq ? before.state : folded(log, before, seq)
}

function startOf({ from, base }: KnownLog): Checkpoint | null {
  if (from === 1) return beginning
  return base && { seq: base.seq, hash: null, state: base }
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
