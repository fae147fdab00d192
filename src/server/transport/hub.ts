import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/actor.ts'
import { viewFor } from '#domain/view.ts'
import type { EventsMessage } from '#protocol/socket/events.ts'
import type { SessionLog } from '../log/log.ts'

/** Frames hold at most this many entries; a long catch-up comes in several. */
const frameLimit = 500
/** The first entry goes out at once; those that follow within this time join one frame. */
const gatherMilliseconds = 20
/** Nothing depends on being told: every session with readers is looked at this often. */
const lookMilliseconds = 1000

export interface Reader {
  readonly sessionId: string
  readonly actor: Actor
  readonly after: number
  send(frame: EventsMessage): void
}

interface Place {
  readonly reader: Reader
  readonly viewer: Viewer
  sent: number
  busy: boolean
  /** Asked to look again while busy: what came meanwhile may not have been in that read. */
  again: boolean
}

export interface Hub {
  /** Starts or restarts sending a reader everything after `after`. */
  join(id: string, reader: Reader): void
  leave(id: string): void
  close(): void
}

/**
 * Carries each session's log to its readers. A reader is a place in the log: whatever lies after it is read, cut
 * down to what they may see, and sent in order. Catching up and being live are the same thing.
 */
export function createHub(log: SessionLog, viewerOf: (actor: Actor) => Viewer, logger: Logger): Hub {
  const places = new Map<string, Place>()
  const rooms = new Map<string, Set<string>>()
  const gathering = new Map<string, NodeJS.Timeout>()
  const waiting = new Set<string>()

  function flush(sessionId: string): void {
    for (const id of rooms.get(sessionId) ?? []) {
      const place = places.get(id)
      if (place)
        void pump(id, place).catch((error: unknown) => logger.error({ err: error }, 'delivery failed'))
    }
  }

  function onAppended(sessionId: string): void {
    if (!rooms.has(sessionId)) return
    if (gathering.has(sessionId)) return void waiting.add(sessionId)
    flush(sessionId)
    gathering.set(
      sessionId,
      setTimeout(() => {
        gathering.delete(sessionId)
        if (waiting.delete(sessionId)) onAppended(sessionId)
      }, gatherMilliseconds),
    )
  }

  async function pump(id: string, place: Place): Promise<void> {
    place.again = true
    if (place.busy) return
    place.busy = true
    try {
      while (place.again && places.get(id) === place) {
        place.again = false
        const page = await log.read(place.reader.sessionId, place.sent, frameLimit)
        if (!page || places.get(id) !== place) return
        if (page.entries.length === 0) continue
        const entries = page.entries.map((entry) => viewFor(place.viewer, entry))
        const from = place.sent + 1
        place.sent += entries.length
        place.again = place.sent < page.head || place.again
        const frame = { epoch: page.epoch, from, to: place.sent, head: page.head, entries }
        place.reader.send(frame as unknown as EventsMessage)
      }
    } finally {
      place.busy = false
    }
  }

  const unsubscribe = log.onAppended(onAppended)
  const look = setInterval(() => {
    for (const sessionId of rooms.keys()) flush(sessionId)
  }, lookMilliseconds)

  function leave(id: string): void {
    const place = places.get(id)
    if (!place) return
    places.delete(id)
    const room = rooms.get(place.reader.sessionId)
    room?.delete(id)
    if (room?.size === 0) rooms.delete(place.reader.sessionId)
  }

  return {
    join(id, reader) {
      leave(id)
      const place = { reader, viewer: viewerOf(reader.actor), sent: reader.after, busy: false, again: false }
      places.set(id, place)
      const room = rooms.get(reader.sessionId) ?? new Set()
      rooms.set(reader.sessionId, room.add(id))
      void pump(id, place).catch((error: unknown) => logger.error({ err: error }, 'delivery failed'))
    },
    leave,
    close() {
      unsubscribe()
      clearInterval(look)
      for (const timer of gathering.values()) clearTimeout(timer)
    },
  }
}
