import { produce } from 'immer'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { applyEntry, type VisibleEntry } from '#domain/entry.ts'
import { initial, type SessionState } from '#domain/state.ts'
import type { Caption } from '#sounds/prompt-queue.ts'
import type { Connection } from '#streams/connection.ts'
import type { LogSignal } from '#streams/log-place.ts'
import type { DeadlineAnswer } from '#streams/transport.ts'

/** One section as this client knows it. */
export interface SessionSnapshot {
  /** The fold of the log as this viewer may see it. */
  readonly state: SessionState
  readonly entries: readonly VisibleEntry[]
  readonly connection: Connection
  /** Server's clock minus this machine's, in milliseconds. */
  readonly offset: number
  /** The first entry that breaks the hash chain; nothing from it on is folded. Null while the chain is whole. */
  readonly broken: number | null
  /** The last polled decryption deadline: what stands at its `seq`, which may be ahead of `state.seq`. */
  readonly deadline: DeadlineAnswer | null
  /** What the voice is saying. */
  readonly caption: Caption | null
}

export interface SessionStore extends StoreApi<SessionSnapshot> {
  /** Takes what the log's stream says; a frame is folded in one step. */
  take(signal: LogSignal): void
}

/** A store for one section, empty as before the first entry. */
export function createSessionStore(): SessionStore {
  const store = createStore<SessionSnapshot>(() => empty())
  return { ...store, take: (signal) => store.setState((now) => taken(now, signal)) }
}

function empty(): SessionSnapshot {
  return {
    state: initial(),
    entries: [],
    connection: { status: 'catching-up', since: 0, heardAt: null },
    offset: 0,
    broken: null,
    deadline: null,
    caption: null,
  }
}

function taken(now: SessionSnapshot, signal: LogSignal): Partial<SessionSnapshot> {
  switch (signal.kind) {
    case 'frame':
      return {
        state: produce(now.state, (draft) => {
          for (const entry of signal.entries) applyEntry(draft as SessionState, entry)
        }),
        entries: [...now.entries, ...signal.entries],
      }
    case 'reset':
      return { state: initial(), entries: [], broken: null, deadline: null }
    case 'snapshot':
      return { state: signal.state, entries: [], broken: null }
    case 'broken':
      return { broken: signal.seq }
    case 'gap':
      return {}
  }
}
