import { setTimeout as sleep } from 'node:timers/promises'

/** Waits as long as a person would take, `seconds` on average; not at all in a simulation at full speed. */
export type Pause = (seconds: number) => Promise<void>

/** People's pauses, `speed` times as fast as in life; null: no pauses. */
export function pauses(speed: number | null): Pause {
  return async (seconds) => {
    if (speed !== null) await sleep(((0.5 + Math.random()) * seconds * 1000) / speed)
  }
}
