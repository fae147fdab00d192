import { Immer } from 'immer'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { canonicalJson } from '#domain/log/canonical-json.ts'
import { createDraft } from '#domain/log/draft.ts'
import { applyEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { contradicts, contradictsPreview } from '#domain/session/contradicts.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import type { DeadlineWarning } from '#domain/session/warnings.ts'
import { exhaustive } from '#lib/exhaustive.ts'
import type { Caption } from '#sounds/prompt-queue.ts'
import type { Connection } from '#streams/connection.ts'
import type { HistoryNews } from '#streams/history.ts'
import type { LogSignal } from '#streams/log-position.ts'
import type { Alarm, Restored } from '#streams/seen-log.ts'
import type { DeadlineAnswer } from '#streams/transport.ts'
import { type Dropped, noneDropped, withDropped } from './dropped-entries.ts'
import { type EntryList, noEntries } from './entry-list.ts'

/** One section as this client knows it. */
export interface SessionSnapshot {
  /** The fold of the log as this viewer may see it. */
  readonly state: SessionState
  /** The known entries, from seq `from` on without gaps; full chunks keep their identity while the list grows. */
  readonly entries: EntryList
  /** The seq of the first known entry, or of the next one when none is known. */
  readonly from: number
  /** Of entries that are no longer known (SNP-7). */
  readonly dropped: Dropped
  /** How many parts of the screen show older entries; none are dropped meanwhile. */
  readonly readers: number
  /** The last snapshot that was applied; null when the log has been read from its beginning. */
  readonly base: SessionState | null
  /**
   * The entries before `from`: there are none, `loadEarlier` can read them, they are being read, the read failed and
   * can be repeated, or they do not belong to this log and are not shown.
   */
  readonly earlier: 'none' | 'more' | 'loading' | 'failed' | 'broken'
  readonly connection: Connection
  /** Server's clock minus the local clock, in milliseconds. */
  readonly offset: number
  /** The offset's error bound: half the round trip of its probe; null before the first. */
  readonly clockError: number | null
  /** The first entry that breaks the hash chain; it and all later ones are not folded. Null while there is none. */
  readonly broken: number | null
  /** What was sent contradicts what had been seen: nothing more is folded, and nothing can be done. Null without one. */
  readonly alarm: Alarm | null
  /** The alarm came from entries that were read back, of which the log's stream does not know: it goes on. */
  readonly contradicted: boolean
  /** A backup was restored that lacks entries; null while none was, or once the user has read of it. */
  readonly restored: Restored | null
  /** What a bidder's preview showed, until a snapshot of the log has been held against it; null without one. */
  readonly previewed: SessionState | null
  /** The last polled decryption deadline, as of its `seq`, which may be ahead of `state.seq`. */
  readonly deadline: DeadlineAnswer | null
  /** The last deadline warning; null before the first. */
  readonly warning: DeadlineWarning | null
  /** The server has another version of the protocol: nothing more arrives until the page is reloaded. */
  readonly outdated: boolean
  /** What the voice is saying. */
  readonly caption: Caption | null
}

export interface SessionStore extends StoreApi<SessionSnapshot> {
  /** Applies what the log's stream emits; a batch is folded in one step. */
  take(signal: LogSignal): void
  /** Adds earlier entries of the log; the fold contains them already. */
  takeEarlier(news: HistoryNews): void
}

/** Twice as many as an opening with 1,000 bidders has; with their lines they take some 20 MB. */
const mostEntries = 20_000

/** An empty store for one section, which keeps so many entries (SNP-7). */
export function createSessionStore(keeps = mostEntries): SessionStore {
  const store = createStore<SessionSnapshot>(() => empty())
  return {
    ...store,
    take: (signal) =>
      store.setState((now) => {
        const next = taken(now, signal)
        return next.entries ? { ...next, ...kept({ ...now, ...next }, keeps) } : next
      }),
    takeEarlier: (news) => store.setState((now) => takenEarlier(now, news)),
  }
}

function empty(): SessionSnapshot {
  return {
    ...noLog,
    readers: 0,
    state: initial(),
    connection: { status: 'catching-up', since: 0, heardAt: null },
    offset: 0,
    clockError: null,
    alarm: null,
    contradicted: false,
    restored: null,
    previewed: null,
    deadline: null,
    warning: null,
    outdated: false,
    caption: null,
  }
}

const noLog = {
  entries: noEntries,
  from: 1,
  dropped: noneDropped,
  base: null,
  earlier: 'none',
  broken: null,
} as const

function taken(now: SessionSnapshot, signal: LogSignal): Partial<SessionSnapshot> {
  switch (signal.kind) {
    case 'batch':
      // What follows a snapshot that was not taken.
      if (now.alarm?.reason === 'snapshot' && signal.entries[0]?.seq !== now.state.seq + 1) return {}
      return {
        state: folded(now.state, signal.entries),
        entries: now.entries.append(signal.entries),
      }
    case 'reset':
      return {
        ...{ ...noLog, state: initial(), deadline: null, warning: null },
        // A log that came in broken is read again; what is broken in entries that were read back stays so.
        alarm: now.broken !== null && now.alarm?.shown.seq === now.broken ? null : now.alarm,
        previewed: signal.expected ? now.state : null,
        ...(signal.restored && { restored: signal.restored }),
      }
    case 'snapshot':
      return takenSnapshot(now, signal)
    case 'broken':
      return { broken: signal.seq, alarm: now.alarm ?? signal.alarm }
    case 'alarm':
      return { alarm: now.alarm ?? signal.alarm }
    case 'gap':
      return {}
    default:
      return exhaustive(signal)
  }
}

function takenSnapshot(now: SessionSnapshot, signal: SnapshotSignal): Partial<SessionSnapshot> {
  const { state, seq } = signal
  const isOther =
    contradicts(now.state, state) || (now.previewed !== null && contradictsPreview(now.previewed, state))
  if (isOther) return { alarm: now.alarm ?? alarmBySnapshot(now, signal) }
  return { ...noLog, state, base: state, from: seq + 1, earlier: 'more', previewed: null }
}

/** No freezing: it would walk the whole session after each catch-up. Only `folded` writes to a state. */
const immer = new Immer({ autoFreeze: false })
/** From this number of entries on, copying what they touch costs less than a draft that tracks each write. */
const manyEntries = 20

/** Folds a batch in one step; objects that a live batch does not touch keep their identity. */
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

/**
 * The newest entries. Older ones are dropped, some at a time; a page with them that is being read would leave a gap, and
 * after `broken` they could not be read again.
 */
function kept(now: SessionSnapshot, keeps: number): Partial<SessionSnapshot> {
  const { entries, from, dropped, readers, earlier } = now
  const surplus = entries.length - keeps
  const isFull = surplus > keeps / 20 && readers === 0 && earlier !== 'loading' && earlier !== 'broken'
  if (!isFull) return {}
  return {
    entries: entries.latest(keeps),
    from: from + surplus,
    dropped: withDropped(dropped, [...entries].slice(0, surplus)),
    earlier: 'more',
  }
}

function takenEarlier(now: SessionSnapshot, news: HistoryNews): Partial<SessionSnapshot> {
  if (news.kind === 'broken') return { earlier: 'broken', ...contradicted(now, news.alarm) }
  if (news.kind !== 'page') return { earlier: news.kind }
  const from = news.entries[0]?.seq ?? now.from
  const entries = now.entries.prepend(news.entries)
  const found = from === 1 && now.base ? wrongBase(now.base, entries) : null
  return { entries, from, earlier: from > 1 ? 'more' : 'none', ...contradicted(now, found) }
}

/** What an alarm by entries that were read back changes, if there is one. */
function contradicted(now: SessionSnapshot, alarm: Alarm | null): Partial<SessionSnapshot> {
  return alarm ? { alarm: now.alarm ?? alarm, contradicted: true } : {}
}

type SnapshotSignal = Extract<LogSignal, { kind: 'snapshot' }>

/** A snapshot that lacks what the entries before it, or the preview of its log, have told (ALM-4, RIV-2). */
function alarmBySnapshot({ state, entries }: SessionSnapshot, { seq, hash }: SnapshotSignal): Alarm {
  const seen = { epoch: '', seq: state.seq, hash: entries.at(-1)?.hash ?? null }
  return { reason: 'snapshot', seen, shown: { epoch: '', seq, hash } }
}

/** Compares the last snapshot with the fold of the entries before it, once all have been read (ALM-4). */
function wrongBase(base: SessionState, entries: EntryList): Alarm | null {
  const before = [...entries].filter(({ seq }) => seq <= base.seq)
  const { state, apply } = createDraft(initial(), before.length)
  for (const entry of before) apply(entry)
  if (canonicalJson(asSent(state)) === canonicalJson(asSent(base))) return null
  const head = { epoch: '', seq: base.seq, hash: before.at(-1)?.hash ?? null }
  return { reason: 'snapshot', seen: head, shown: head }
}

/** Without what JSON does not carry. */
function asSent(state: SessionState): unknown {
  return JSON.parse(JSON.stringify(state))
}
