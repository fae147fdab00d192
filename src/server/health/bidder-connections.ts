import { randomUUID } from 'node:crypto'
import type { Clock } from '#lib/ports.ts'

/** A time in which a bidder was connected to a section on this node (epoch ms); `until` is null while they are. */
export interface BidderConnection {
  readonly id: string
  readonly sessionId: string
  readonly bidderCode: string
  readonly from: number
  until: number | null
}

interface Present {
  readonly connection: BidderConnection
  sockets: number
}

/** A bidder who reconnects within this time (ms) has reloaded the page and counts as connected throughout. */
const graceMilliseconds = 2000

/** Which bidders are connected to this node, kept in memory; `take` hands over what changed for the database. */
export function createBidderConnections(clock: Clock) {
  const present = new Map<string, Present>()
  const changed = new Map<string, BidderConnection>()

  function begin(sessionId: string, bidderCode: string): Present {
    return { connection: { id: randomUUID(), sessionId, bidderCode, from: clock(), until: null }, sockets: 0 }
  }

  /** Disconnected for longer than a page takes to reload. */
  function isOver({ connection: { until }, sockets }: Present): boolean {
    return sockets === 0 && until !== null && clock() - until > graceMilliseconds
  }

  return {
    joined(sessionId: string, bidderCode: string): void {
      const key = `${sessionId} ${bidderCode}`
      const before = present.get(key)
      const known = before && !isOver(before) ? before : begin(sessionId, bidderCode)
      present.set(key, known)
      known.sockets += 1
      if (known.sockets > 1) return
      known.connection.until = null
      changed.set(known.connection.id, known.connection)
    },
    left(sessionId: string, bidderCode: string): void {
      const known = present.get(`${sessionId} ${bidderCode}`)
      if (!known) return
      known.sockets -= 1
      if (known.sockets > 0) return
      known.connection.until = clock()
      changed.set(known.connection.id, known.connection)
    },
    /** The connections that changed since they were last taken. */
    take(): BidderConnection[] {
      for (const [key, known] of present) if (isOver(known)) present.delete(key)
      const taken = [...changed.values()]
      changed.clear()
      return taken
    },
    /** Connections that could not be written are taken again. */
    putBack(connections: readonly BidderConnection[]): void {
      for (const connection of connections) changed.set(connection.id, connection)
    },
  }
}

export type BidderConnections = ReturnType<typeof createBidderConnections>
