import { ok, type Result } from '#lib/result.ts'
import { createFairQueue } from './bid-file-processor/fair-queue.ts'
import type { Refusal } from './refusal.ts'

export interface WaitingRoomLimits {
  /** Pieces of work at the same time. */
  readonly atOnce: number
  /** Longest wait (ms) for the turn and the work together. */
  readonly answerMilliseconds: number
  /** With so many waiting another one is refused at once. */
  readonly mostWaiting: number
  /** The same for one owner. */
  mostWaitingOf(owner: string): number
  /** What is answered to those for whom there is no room or no time. */
  readonly busy: Result<never, Refusal>
}

/** Does so many pieces of work at once, one of each owner in turn; refuses what is not done in time. */
export function createWaitingRoom(limits: WaitingRoomLimits) {
  const { answerMilliseconds, mostWaiting, mostWaitingOf, busy } = limits
  const queue = createFairQueue<{ owner: string; large: boolean; start(): void }>()
  const waiting = new Map<string, number>()
  let total = 0
  let free = limits.atOnce

  function count(owner: string, change: 1 | -1): void {
    total += change
    const now = (waiting.get(owner) ?? 0) + change
    if (now === 0) waiting.delete(owner)
    else waiting.set(owner, now)
  }

  function next(): void {
    const job = free === 0 ? null : queue.take(true)
    if (!job) return
    free -= 1
    job.start()
  }

  function wait<T>(owner: string, work: () => Promise<T>): Promise<Result<T, Refusal>> {
    const isOwnFull = (waiting.get(owner) ?? 0) >= mostWaitingOf(owner)
    if (total >= mostWaiting || isOwnFull) return Promise.resolve(busy)
    count(owner, 1)
    return new Promise((resolve, reject) => {
      let isWaiting = true
      const left = () => {
        if (isWaiting) count(owner, -1)
        isWaiting = false
      }
      // Work in progress is then finished in vain.
      const timer = setTimeout(() => {
        left()
        resolve(busy)
      }, answerMilliseconds)
      const start = () => {
        const isGivenUp = !isWaiting
        left()
        const done = isGivenUp ? Promise.resolve(busy) : work().then((value) => ok(value))
        void done.then(resolve, reject).finally(() => {
          clearTimeout(timer)
          free += 1
          next()
        })
      }
      queue.push({ owner, large: false, start })
      next()
    })
  }

  return { wait, waiting: () => total }
}
