import { Immer } from 'immer'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createDraft } from '#domain/log/draft.ts'
import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import type { DeadlineWarning } from '#domain/session/warnings.ts'
import { exhaustive } from '#lib/exhaustive.ts'
import type { Caption } from '#sounds/prompt-queue.ts'
import type { Connection } from '#streams/connection.ts'
import type { HistoryNews } from '#streams/history.ts'
import type { LogSignal } from '#streams/log-place.ts'
import type { DeadlineAnswer } from '#streams/transport.ts'
import { type EntryList, noEntries } from './entry-list.ts'

/** One section as this client knows it. */
export interface SessionSnapshot {
  /** The fold of the log as this viewer may see it. */
  readonly state: SessionState
  /** The entries known, from seq `from` on without gaps; iterable, chunk by chunk the same while it grows. */
  readonly entries: EntryList
  /** The seq of the first entry known, or of the next to come where there is none. */
  readonly from: number
  /** The snapshot that the log was joined with, or last taken; null where it has been read from its beginning. */
  readonly base: SessionState | null
  /**
   * What lies before `from`: nothing, entries that `loadEarlier` reads, such being read, a failed read that may be
   * repeated, or entries that do not belong to this log and are not shown.
   */
  readonly earlier: 'none' | 'more' | 'loading' | 'failed' | 'broken'
  readonly connection: Connection
  /** Server's clock minus this machine's, in milliseconds. */
  readonly offset: number
  /** How far off the offset may be at most: half the round trip of its probe; null before the first. */
  readonly clockError: number | null
  /** The first entry that breaks the hash chain; nothing from it on is folded. Null while the chain is whole. */
  readonly broken: number | null
  /** The last polled decryption deadline: what stands at its `seq`, which may be ahead of `state.seq`. */
  readonly deadline: DeadlineAnswer | null
  /** The last warning of a deadline that came due; null before the first. */
  readonly warning: DeadlineWarning | null
  /** The server speaks another version of the protocol: nothing more comes until the page is loaded again. */
  readonly outdated: boolean
  /** What the voice is saying. */
  readonly caption: Caption | null
}

export interface SessionStore extends StoreApi<SessionSnapshot> {
  /** Takes what the log's stream says; a batch is folded in one step. */
  take(signal: LogSignal): void
  /** Takes what was read of the log's earlier entries; the fold has them already. */
  takeEarlier(news: HistoryNews): void
}

/** A store for one section, empty as before the first entry. */
export function createSessionStore(): SessionStore {
  const store = createStore<SessionSnapshot>(() => empty())
  return {
    ...store,
    take: (signal) => store.setState((now) => taken(now, signal)),
    takeEarlier: (news) => store.setState((now) => takenEarlier(now, news)),
  }
}

function empty(): SessionSnapshot {
  return {
    ...noLog,
    state: initial(),
    connection: { status: 'catching-up', since: 0, heardAt: null },
    offset: 0,
    clockError: null,
    deadline: null,
    warning: null,
    outdated: false,
    caption: null,
  }
}

const noLog = { entries: noEntries, from: 1, base: null, earlier: 'none', broken: null } as const

function taken(now: SessionSnapshot, signal: LogSignal): Partial<SessionSnapshot> {
  switch (signal.kind) {
    case 'batch':
      return {
        state: folded(now.state, signal.entries),
        entries: now.entries.append(signal.entries),
      }
    case 'reset':
      return { ...noLog, state: initial(), deadline: null, warning: null }
    case 'snapshot':
      return { ...noLog, state: signal.state, base: signal.state, from: signal.seq + 1, earlier: 'more' }
    case 'broken':
      return { broken: signal.seq }
    case 'gap':
      return {}
    default:
      return exhaustive(signal)
  }
}

/** Freezing would walk a whole session after each catch-up; nothing writes to a state but `folded`. */
const immer = new Immer({ autoFreeze: false })
/** From so many entries on it costs less to copy what they touch than to watch each write. */
const manyEntries = 20

/** A batch in one step; what a live batch does not touch stays the same object. */
function folded(before: SessionState, entries: readonly VisibleEntry[]): SessionState {
  if (entries.length < manyEntries) {
    return immer.produce(before, (draft) => {
      for (const entry of entries) applyEntry(draft as SessionState, entry)
    })
  }
  const draft = createDraft(before, entries.length)
  for (const entry of entries) draft.apply(entry)
  return draft.state
}

function takenEarlier(now: SessionSnapshot, news: HistoryNews): Partial<SessionSnapshot> {
  if (news.kind !== 'page') return { earlier: news.kind }
  const from = news.entries[0]?.seq ?? now.from
  return { entries: now.entries.prepend(news.entries), from, earlier: from > 1 ? 'more' : 'none' }
}
