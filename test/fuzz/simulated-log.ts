import { applyEntry, type Entry, genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import type { SessionEvent } from '#domain/session/event.ts'
import { initial } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewState } from '#domain/session/view-state.ts'
import { isoTime } from '#lib/time.ts'
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

/**
 * The durable log of a simulated session, shared by all nodes: entries, command ids and epoch. Commits are atomic and
 * sequential, as in the product's database.
 */
export function createHall(viewer: Viewer) {
  let epoch = 1
  let log: Entry[] = []
  let seen: VisibleEntry[] = []
  let state = initial()
  let played = 0
  const ids = new Map<string, number>()
  const removed = new Set<string>()

  function append({ event, by }: Happening, commandId: string): number {
    const place = { ...by, seq: log.length + 1, at: isoTime(0), commandId }
    const previous = log.at(-1)?.hash ?? genesisHash(session)
    const entry = recordEntry(event, { ...place, previous }, () => `${epoch}`)
    log.push(entry)
    seen.push(viewFor(viewer, entry))
    ids.set(commandId, entry.seq)
    applyEntry(state, entry)
    return entry.seq
  }

  function play(): void {
    const next = script[played]
    if (next) append(next, `script-${epoch}-${played}`)
    played += 1
  }

  // A session begins with its publication, so no log is empty.
  play()

  return {
    epoch: () => `epoch-${epoch}`,
    head: () => log.length,
    /** All entries as the viewer may see them. */
    seen: (): readonly VisibleEntry[] => seen,
    /** How often a command is in the log. */
    count: (id: string) => log.filter((entry) => entry.commandId === id).length,
    /** Commands that a restored backup no longer has. */
    removed: (id: string) => removed.has(id),
    /** Appends the opening's next event, if there is one. */
    play,
    /** Executes a command unless it was before; its seq. */
    commit(id: string, message: string): number {
      const event = { type: 'MessagePosted', payload: { message }, private: {} } as SessionEvent
      return ids.get(id) ?? append({ event, by: bidder }, id)
    },
    /** Restores a backup: the first `length` entries, under another epoch. */
    restore(length: number) {
      epoch += 1
      for (const { commandId } of log.slice(length)) {
        ids.delete(commandId)
        removed.add(commandId)
      }
      log = log.slice(0, length)
      seen = seen.slice(0, length)
      state = initial()
      for (const entry of log) applyEntry(state, entry)
    },
    events(from: number, to: number, head: number): EventsMessage {
      const entries = seen.slice(from - 1, to)
      return { epoch: `epoch-${epoch}`, from, to, head, entries } as unknown as EventsMessage
    },
    snapshot(): SnapshotMessage {
      const hash = log.at(-1)?.hash ?? genesisHash(session)
      const json = JSON.parse(JSON.stringify(viewState(viewer, state)))
      return { epoch: `epoch-${epoch}`, seq: log.length, hash, head: log.length, state: json }
    },
  }
}

export type Hall = ReturnType<typeof createHall>
