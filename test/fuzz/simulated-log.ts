import { sha256Hex } from '#domain/log/canonical-json.ts'
import {
  applyEntry,
  canonicalParts,
  type Entry,
  genesisHash,
  isHidden,
  recordEntry,
  type VisibleEntry,
} from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { bidsAreClosed, getsPreview, previewEntry } from '#domain/session/preview.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { isoTime } from '#lib/time.ts'
import { epochOfPreview, startOfEpoch } from '#protocol/socket/epoch.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import { restoredEpoch } from '#protocol/socket/restored-epoch.ts'
import type { WholeSnapshot } from '#protocol/socket/snapshot.ts'
import { openingLog, session } from '#test/support/opening-log.ts'

interface Happening {
  readonly event: SessionEvent
  readonly by: Pick<Entry, 'actor' | 'role'>
}

/** What happens in a whole opening with three bidders. */
const script: readonly Happening[] = openingLog().map(happened)

/** What an entry records. */
function happened({ type, payload, private: secrets, actor, role }: Entry): Happening {
  const open = Object.fromEntries(Object.entries(secrets).map(([field, { value }]) => [field, value]))
  return { event: { type, payload, private: open } as SessionEvent, by: { actor, role } }
}

export const forgeries = ['another epoch', 'another log', 'shorter log', 'forged snapshot'] as const
type Forgery = (typeof forgeries)[number]

const bidder = { actor: 'B2', role: 'bidder' }

export const scriptLength = script.length

/** What a viewer gets: the log, or their preview of it. */
interface Seen {
  readonly epoch: string
  readonly entries: VisibleEntry[]
  hash: string
  state: SessionState
}

/** The log, and what one viewer gets of it: the log as they may see it, or their preview. */
function createChain(viewer: Viewer) {
  let log: Entry[] = []
  let state = initial()
  let seen = nothing('')
  let preview = nothing('')

  function take(entry: Entry): void {
    log.push(entry)
    applyEntry(state, entry)
    show(seen, viewFor(viewer, entry))
    const place = { seq: preview.entries.length + 1, previous: preview.hash }
    const moved = previewEntry(viewer, entry, place, () => canonicalParts(entry), sha256Hex)
    if (moved) show(preview, moved)
  }

  /** Entries of each `salt` have other hashes. */
  function append({ event, by }: Happening, commandId: string, salt: string): number {
    const place = { ...by, seq: log.length + 1, at: isoTime(0), commandId }
    const previous = log.at(-1)?.hash ?? genesisHash(session)
    take(recordEntry(event, { ...place, previous }, () => salt))
    return log.length
  }

  /** What the viewer gets now. */
  function view(): Seen {
    return getsPreview(viewer) && !bidsAreClosed(state, isoTime(0)) ? preview : seen
  }

  return {
    ...{ append, view },
    entries: (): readonly Entry[] => log,
    /** The number by which the viewer knows an entry. */
    seqFor(seq: number): number {
      const visible = log.slice(0, seq).filter((entry) => !isHidden(viewFor(viewer, entry)))
      return view() === preview ? visible.length : seq
    },
    /** The first `length` entries as another log. */
    restart(epoch: string, length: number): void {
      const kept = log.slice(0, length)
      log = []
      state = initial()
      seen = nothing(epoch)
      preview = nothing(epochOfPreview(epoch, viewer.unitCode ?? ''))
      for (const entry of kept) take(entry)
    },
  }
}

/**
 * The durable log of a simulated session, shared by all nodes: entries, command ids and epoch. Commits are atomic and
 * sequential, as in the product's database.
 */
export function createHall(viewer: Viewer) {
  const { append, view, entries, seqFor, restart } = createChain(viewer)
  let epoch = 'epoch-1'
  let lives = 1
  let played = 0
  let isSnapshotForged = false
  const ids = new Map<string, number>()
  const removed = new Set<string>()

  function commit(happening: Happening, commandId: string): number {
    const seq = ids.get(commandId) ?? append(happening, commandId, `${lives}`)
    ids.set(commandId, seq)
    return seq
  }

  function play(): void {
    const next = script[played]
    if (next) commit(next, `script-${lives}-${played}`)
    played += 1
  }

  restart(epoch, 0)
  // A session begins with its publication, so no log is empty.
  play()

  return {
    epoch: () => view().epoch,
    head: () => view().entries.length,
    /** All entries as the viewer may see them. */
    seen: (): readonly VisibleEntry[] => view().entries,
    /** How often a command is in the log. */
    count: (id: string) => entries().filter((entry) => entry.commandId === id).length,
    /** Commands that a restored backup no longer has. */
    removed: (id: string) => removed.has(id),
    /** Appends the opening's next event, if there is one. */
    play,
    /** Executes a command unless it was before; its seq. */
    commit(id: string, message: string): number {
      const event = { type: 'MessagePosted', payload: { message }, private: {} } as SessionEvent
      return seqFor(commit({ event, by: bidder }, id))
    },
    /** Restores a backup: the first `length` entries of the log, under an epoch that says so. */
    restore(length: number) {
      lives += 1
      const kept = Math.min(length, entries().length)
      epoch = restoredEpoch(epoch, kept, `life-${lives}`)
      for (const { commandId } of entries().slice(kept)) {
        ids.delete(commandId)
        removed.add(commandId)
      }
      restart(epoch, kept)
    },
    /** What a dishonest owner of the database does; the nodes then serve it to everybody. */
    forge(what: Forgery) {
      if (what === 'forged snapshot') isSnapshotForged = true
      if (what === 'another epoch') epoch = 'forged'
      const { length } = entries()
      if (what === 'shorter log') restart(epoch, length - 1)
      if (what !== 'another epoch' && what !== 'another log') return
      const replaced = entries().slice(-4)
      restart(epoch, length - replaced.length)
      for (const entry of replaced) append(happened(entry), entry.commandId, 'forged')
    },
    events: (from: number, to: number, head: number) => eventsOf(view(), from, to, head),
    snapshot: () => snapshotOf(view(), isSnapshotForged),
  }
}

function eventsOf({ epoch, entries }: Seen, from: number, to: number, head: number): EventsMessage {
  return { epoch, from, to, head, entries: entries.slice(from - 1, to) } as unknown as EventsMessage
}

function snapshotOf({ epoch, entries, hash, state }: Seen, isForged: boolean): WholeSnapshot {
  const head = entries.length
  const json = JSON.parse(JSON.stringify(state))
  if (isForged) json.tender.sectionCode = 'another'
  return { epoch, seq: head, hash, head, state: json }
}

function nothing(epoch: string): Seen {
  return { epoch, entries: [], hash: startOfEpoch(session, epoch), state: initial() }
}

function show(seen: Seen, entry: VisibleEntry): void {
  seen.entries.push(entry)
  seen.hash = entry.hash
  applyEntry(seen.state, entry)
}

export type Hall = ReturnType<typeof createHall>
