import type { Logger } from 'pino'
import type { Actor, Viewer } from '#domain/session/actor.ts'
import { snapshotBeyond } from '#protocol/socket/snapshot.ts'
import type { SessionLogReader } from '../log/session-log-reader.ts'
import type { Outlet } from './outlet.ts'
import { createRoom, type Reader, type Room, type RoomLimits } from './room.ts'

export interface HubLimits extends RoomLimits {
  /** The first entry goes out at once; those that follow within this time join one message. */
  readonly gatherMilliseconds: number
  /** Nothing depends on being told: every session with readers is looked at this often. */
  readonly lookMilliseconds: number
}

export const usualHubLimits: HubLimits = {
  pageLength: 500,
  snapshotBeyond,
  stallMilliseconds: 10_000,
  gatherMilliseconds: 20,
  lookMilliseconds: 1000,
}

export interface Subscription {
  readonly sessionId: string
  readonly actor: Actor
  /** The last seq that the reader has. */
  readonly after: number
  /** The log's head, as far as known. */
  readonly head: number
  readonly outlet: Outlet
}

export interface Hub {
  /** Starts or restarts sending a reader everything after `after`. */
  join(id: string, subscription: Subscription): void
  leave(id: string): void
  close(): void
}

/**
 * Carries each session's log to its readers: hears that it goes on, looks by itself from time to time, and tells the
 * session's room when to serve.
 */
export function createHub(
  log: Pick<SessionLogReader, 'read' | 'state' | 'onAppended'>,
  viewerOf: (actor: Actor) => Viewer,
  logger: Logger,
  limits: HubLimits = usualHubLimits,
): Hub {
  const rooms = new Map<string, Room>()
  const seats = new Map<
    string,
    { readonly sessionId: string; readonly room: Room; readonly reader: Reader }
  >()
  /** Sessions that are being served or were a moment ago, and whether they went on since. */
  const gathering = new Map<string, { again: boolean; timer?: NodeJS.Timeout }>()
  const onError = (error: unknown) => logger.error({ err: error }, 'delivery failed')

  function onAppended(sessionId: string, seq: number): void {
    rooms.get(sessionId)?.moved(seq)
    const busy = gathering.get(sessionId)
    if (busy) busy.again = true
    else void serve(sessionId)
  }

  async function serve(sessionId: string): Promise<void> {
    const room = rooms.get(sessionId)
    if (!room) return
    const turn: { again: boolean; timer?: NodeJS.Timeout } = { again: false }
    gathering.set(sessionId, turn)
    await room.serve()
    // From the end of sending on: with thousands of readers that alone takes longer, and every entry would go alone.
    turn.timer = setTimeout(() => {
      gathering.delete(sessionId)
      if (turn.again) void serve(sessionId)
    }, limits.gatherMilliseconds)
  }

  function leave(id: string): void {
    const seat = seats.get(id)
    if (!seat) return
    seats.delete(id)
    seat.room.leave(seat.reader)
    if (seat.room.readers.size === 0) rooms.delete(seat.sessionId)
  }

  const unsubscribe = log.onAppended(onAppended)
  const look = setInterval(() => {
    for (const room of rooms.values()) room.look()
  }, limits.lookMilliseconds)

  return {
    join(id, { sessionId, actor, after, head, outlet }) {
      leave(id)
      const room = rooms.get(sessionId) ?? createRoom(log, sessionId, limits, onError)
      rooms.set(sessionId, room)
      seats.set(id, { sessionId, room, reader: room.join(viewerOf(actor), outlet, after, head) })
    },
    leave,
    close() {
      unsubscribe()
      clearInterval(look)
      for (const { timer } of gathering.values()) clearTimeout(timer)
    },
  }
}
