/** Connections of one user to this node, besides the limits of each connection. */
const connectionsAtOnce = 50

/** A connection of Engine.IO; one that is closed tells nobody any more. */
interface Countable {
  readonly readyState: string
  once(event: 'close', listener: () => void): unknown
}

/** Counts connections by user. */
export function createUserLimits() {
  const users = new Map<string, number>()

  function count(id: string, change: 1 | -1): void {
    const now = (users.get(id) ?? 0) + change
    if (now > 0) users.set(id, now)
    else users.delete(id)
  }

  return {
    /** Counts a connection until it closes; false where the user has too many. */
    admit(id: string, connection: Countable): boolean {
      if ((users.get(id) ?? 0) >= connectionsAtOnce) return false
      if (connection.readyState === 'closed') return true
      count(id, 1)
      connection.once('close', () => count(id, -1))
      return true
    },
  }
}

export type UserLimits = ReturnType<typeof createUserLimits>
