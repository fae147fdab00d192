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
import type { SnapshotMessage } from '#protocol/socket/snapshot.ts'
import { openingLog, session } from '#test/support/opening-log.ts'

interface Happening {
  readonly event: SessionEvent
  readonly by: Pick<Entry, 'actor' | 'role'>
}

/** What happens in a whole opening with three bidders. */
const script: readonly Happening[] = openingLog().map(({ type, payload, private: secrets, actor, role }) => {
  const open = Object.fromEntries(Object.entries(secrets).map(([field, { value }]) => [field, value]))
  return { event: { type, payload, private: open } as SessionEvent, by: { actor, role } }
})

const bidder = { actor: 'B2', role: 'bidder' }

export const scriptLength = script.length

/** What a viewer gets: the log, or their preview of it. */
interface Seen {
  readonly epoch: string
  readonly entries: VisibleEntry[]
  hash: string
  readonly state: SessionState
}

/**
 * The durable log of a simulated session, shared by all nodes: entries, command ids and epoch. Commits are atomic and
 * sequential, as in the product's database.
 */
export function createHall(viewer: Viewer) {
  let epoch = 1
  let log: Entry[] = []
  let views = createViews(viewer, `epoch-${epoch}`)
  let played = 0
  const ids = new Map<string, number>()
  const removed = new Set<string>()

  function append({ event, by }: Happening, commandId: string): number {
    const place = { ...by, seq: log.length + 1, at: isoTime(0), commandId }
    const previous = log.at(-1)?.hash ?? genesisHash(session)
    const entry = recordEntry(event, { ...place, previous }, () => `${epoch}`)
    ids.set(commandId, entry.seq)
    take(entry)
    return entry.seq
  }

  function take(entry: Entry): void {
    log.push(entry)
    views.take(entry)
  }

  function play(): void {
    const next = script[played]
    if (next) append(next, `script-${epoch}-${played}`)
    played += 1
  }

  // A session begins with its publication, so no log is empty.
  play()

  return {
    epoch: () => views.now().epoch,
    head: () => views.now().entries.length,
    /** All entries as the viewer may see them. */
    seen: (): readonly VisibleEntry[] => views.now().entries,
    /** How often a command is in the log. */
    count: (id: string) => log.filter((entry) => entry.commandId === id).length,
    /** Commands that a restored backup no longer has. */
    removed: (id: string) => removed.has(id),
    /** Appends the opening's next event, if there is one. */
    play,
    /** Executes a command unless it was before; its seq. */
    commit(id: string, message: string): number {
      const event = { type: 'MessagePosted', payload: { message }, private: {} } as SessionEvent
      const seq = ids.get(id) ?? append({ event, by: bidder }, id)
      return views.seqFor(log, seq)
    },
    /** Restores a backup: the first `length` entries, under another epoch. */
    restore(length: number) {
      epoch += 1
      for (const { commandId } of log.slice(length)) {
        ids.delete(commandId)
        removed.add(commandId)
      }
      const kept = log.slice(0, length)
      log = []
      views = createViews(viewer, `epoch-${epoch}`)
      for (const entry of kept) take(entry)
    },
    events(from: number, to: number, head: number): EventsMessage {
      const { epoch, entries } = views.now()
      return { epoch, from, to, head, entries: entries.slice(from - 1, to) } as unknown as EventsMessage
    },
    snapshot(): SnapshotMessage {
      const { epoch, entries, hash, state } = views.now()
      const head = entries.length
      return { epoch, seq: head, hash, head, state: JSON.parse(JSON.stringify(state)) }
    },
  }
}

/** What a viewer gets of a log: a bidder first their preview, then the log. */
function createViews(viewer: Viewer, epoch: string) {
  const whole = initial()
  const seen = nothing(epoch)
  const preview = nothing(epochOfPreview(epoch, viewer.unitCode ?? ''))
  const now = () => (getsPreview(viewer) && !bidsAreClosed(whole, isoTime(0)) ? preview : seen)
  return {
    now,
    take(entry: Entry): void {
      applyEntry(whole, entry)
      show(seen, viewFor(viewer, entry))
      const place = { seq: preview.entries.length + 1, previous: preview.hash }
      const moved = previewEntry(viewer, entry, place, () => canonicalParts(entry), sha256Hex)
      if (moved) show(preview, moved)
    },
    /** The number by which the viewer knows an entry. */
    seqFor(log: readonly Entry[], seq: number): number {
      const visible = log.slice(0, seq).filter((entry) => !isHidden(viewFor(viewer, entry)))
      return now() === preview ? visible.length : seq
    },
  }
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
