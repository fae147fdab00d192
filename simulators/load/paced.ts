import { setTimeout as sleep } from 'node:timers/promises'
import { epochOf } from '#lib/time.ts'
import { type Pause, pauses } from '../participants/pauses.ts'
import type { Pace } from './client-group-calls.ts'

/**
 * A bidder's pauses at this pace. `rushedTo` is the deadline (ISO 8601) in the last seconds of which the key is handed
 * over in a rush; null when there is none to wait for. `hallNow`: what the hall's clock shows (epoch ms).
 */
export function paced(pace: Pace, rushedTo: () => string | null, hallNow: () => number): Pause {
  if (pace.kind === 'at-once') return pauses(null)
  if (pace.kind === 'people') return pauses(pace.speed)
  const { lastSeconds } = pace
  return async () => {
    const deadline = rushedTo()
    if (deadline === null) return
    // Spread over the last seconds, except the last 200 ms, which the request needs to reach the server.
    const early = (0.2 + (lastSeconds - 0.2) * Math.random()) * 1000
    await sleep(Math.max(0, epochOf(deadline) - early - hallNow()))
  }
}
