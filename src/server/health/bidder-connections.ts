import { randomUUID } from 'node:crypto'
import type { Clock } from '#lib/ports.ts'

/** A bidder's line to a section on this node, as the database keeps it; `until` (epoch ms) null while it stands. */
export interface BidderConnection {
  readonly id: string
  readonly sessionId: string
  readonly bidderCode: string
  readonly from: number
  until: number | null
}

/** Who is back within this time (ms) has reloaded a page, and the line counts as never lost. */
const graceMilliseconds = 2000

/**
 * Which bidders have live connections to this node. Asked for at every connection, it touches memory alone; what
 * changed is taken from it from time to time.
 */
export function createBidderConnections(clock: Clock) {
  const present = new Map<string, { readonly line: BidderConnection; connections: number }>()
  const changed = new Map<string, BidderConnection>()

  function begin(sessionId: string, bidderCode: string) {
    const line: BidderConnection = { id: randomUUID(), sessionId, bidderCode, from: clock(), until: null }
    return { line, connections: 0 }
  }

  /** Left for longer than a page takes to load anew, whether or not anybody has asked since. */
  function isOver({
    line: { until },
    connections,
  }: {
    line: BidderConnection
    connections: number
  }): boolean {
    return connections === 0 && until !== null && clock() - until > graceMilliseconds
  }

  return {
    joined(sessionId: string, bidderCode: string): void {
      const key = `${sessionId} ${bidderCode}`
      const before = present.get(key)
      const known = before && !isOver(before) ? before : begin(sessionId, bidderCode)
      present.set(key, known)
      known.connections += 1
      if (known.connections > 1) return
      known.line.until = null
      changed.set(known.line.id, known.line)
    },
    left(sessionId: string, bidderCode: string): void {
      const known = present.get(`${sessionId} ${bidderCode}`)
      if (!known) return
      known.connections -= 1
      if (known.connections > 0) return
      known.line.until = clock()
      changed.set(known.line.id, known.line)
    },
    /** The lines that changed since they were last taken. */
    take(): BidderConnection[] {
      for (const [key, known] of present) if (isOver(known)) present.delete(key)
      const taken = [...changed.values()]
      changed.clear()
      return taken
    },
    /** What could not be written is taken again. */
    putBack(lines: readonly BidderConnection[]): void {
      for (const line of lines) changed.set(line.id, line)
    },
  }
}
