/** Connections of one user to this node, besides the limits of each connection. */
const connectionsAtOnce = 50

/** Counts connections by user. */
export function createUserLimits() {
  const users = new Map<string, number>()

  function count(id: string, change: 1 | -1): void {
    const now = (users.get(id) ?? 0) + change
    if (now > 0) users.set(id, now)
    else users.delete(id)
  }

  return {
    mayConnect: (id: string): boolean => (users.get(id) ?? 0) < connectionsAtOnce,
    connected: (id: string): void => count(id, 1),
    left: (id: string): void => count(id, -1),
  }
}

export type UserLimits = ReturnType<typeof createUserLimits>
