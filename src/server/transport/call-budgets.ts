import type { Clock } from '#lib/ports.ts'
import { digestOf } from '../auth/digest.ts'
import type { Login } from '../auth/login-rows.ts'
import { networkOf } from '../auth/network.ts'
import {
  type PersonClass,
  type PersonLimit,
  personLimits,
  placeLimits,
  type SocketClass,
  sentBytes,
  socketLimits,
} from './limit-table.ts'

type Person = Pick<Login, 'loginId' | 'actor'>

/** Seconds until as much may be asked again; 0: it may be now, and is counted. */
export type Wait = number

export type CallBudgets = ReturnType<typeof createCallBudgets>

const limits = { ...personLimits, ...socketLimits }

/** Counts what is asked of this node (LIM-1). A refused request is not counted: it costs nothing. */
export function createCallBudgets(clock: Clock) {
  const buckets = createBuckets(clock)

  function ofPerson(kind: string, { login, account }: PersonLimit, person: Person, amount = 1): Wait {
    return buckets.take(
      [
        { key: `${kind} login ${person.loginId}`, size: login },
        { key: `${kind} account ${person.actor.id}`, size: account },
      ],
      amount,
    )
  }

  return {
    /** A call, a command, an admission or a subscription of somebody who is logged in. */
    ask: (kind: PersonClass | SocketClass, person: Person): Wait => ofPerson(kind, limits[kind], person),
    /** A body that they send; what is not announced counts as the most that it may be. */
    send: (kind: keyof typeof sentBytes, person: Person, bytes: number): Wait =>
      ofPerson(`${kind} bytes`, sentBytes[kind], person, bytes),
    /** A call without a login; where its class counts by tickets, by its ticket, too. */
    askFrom(kind: keyof typeof placeLimits, address: string, ticket: string | undefined): Wait {
      const { per, max } = placeLimits[kind]
      const network = networkOf(address)
      if (per === 'address') return buckets.take([{ key: `${kind} ${network}`, size: max }], 1)
      const { entry } = placeLimits
      return buckets.take(
        [
          // Not the ticket itself: nobody has checked it, nor how long it is.
          { key: `${kind} ${ticket === undefined ? network : digestOf(ticket)}`, size: max },
          { key: `entry ${network}`, size: entry.max },
        ],
        1,
      )
    },
    /** Budgets in memory. */
    remembered: buckets.remembered,
  }
}

interface Bucket {
  readonly key: string
  /** What it holds, and what it gains in a minute. */
  readonly size: number
}

interface Level {
  readonly left: number
  readonly at: number
  readonly size: number
}

/** When so many are remembered, those that have filled up again are forgotten. */
const fewestForgottenOf = 20_000

function createBuckets(clock: Clock) {
  const levels = new Map<string, Level>()
  let mostRemembered = fewestForgottenOf

  function leftIn({ left, at, size }: Level, now: number): number {
    return Math.min(size, left + (Math.max(0, now - at) / 60_000) * size)
  }

  function forgetFull(now: number): void {
    if (levels.size < mostRemembered) return
    for (const [key, level] of levels) if (leftIn(level, now) >= level.size) levels.delete(key)
    mostRemembered = Math.max(fewestForgottenOf, levels.size * 2)
  }

  return {
    remembered: () => levels.size,
    /** Takes the amount from all of them or from none. */
    take(asked: readonly Bucket[], amount: number): Wait {
      const now = clock()
      let wait = 0
      const taken = asked.map(({ key, size }) => {
        const known = levels.get(key)
        const left = known ? leftIn(known, now) : size
        if (left < amount) wait = Math.max(wait, Math.ceil(((amount - left) / size) * 60))
        return [key, { left: left - amount, at: now, size }] as const
      })
      if (wait > 0) return wait
      forgetFull(now)
      for (const [key, level] of taken) levels.set(key, level)
      return 0
    },
  }
}
