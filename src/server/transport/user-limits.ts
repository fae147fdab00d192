import type { Clock } from '#lib/ports.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/** Limits of one user over all their connections to this node, besides those of each connection. */
const connectionsAtOnce = 50
const commandsAtOnce = 120
const commandsPerSecond = 6
/** Users are remembered this long after leaving, so that reconnecting does not refill the bucket. */
const rememberedMilliseconds = 60_000

interface User {
  readonly mayAsk: TokenBucket
  connections: number
  leftAt: number
}

/** Counts connections and commands by user. */
export function createUserLimits(clock: Clock) {
  const users = new Map<string, User>()

  function find(id: string): User {
    const known = users.get(id)
    if (known) return known
    const user = {
      mayAsk: createTokenBucket(commandsAtOnce, commandsPerSecond, clock),
      connections: 0,
      leftAt: clock(),
    }
    users.set(id, user)
    return user
  }

  return {
    mayConnect: (id: string): boolean => (users.get(id)?.connections ?? 0) < connectionsAtOnce,
    mayAsk: (id: string): boolean => find(id).mayAsk(),
    connected(id: string): void {
      find(id).connections += 1
    },
    left(id: string): void {
      const user = find(id)
      user.connections -= 1
      user.leftAt = clock()
    },
    /** Forgets those who left long ago. */
    removeInactive(): void {
      for (const [id, user] of users) {
        if (user.connections <= 0 && clock() - user.leftAt > rememberedMilliseconds) users.delete(id)
      }
    },
  }
}

export type UserLimits = ReturnType<typeof createUserLimits>
