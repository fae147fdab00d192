import type { Reader } from './light-log.ts'
import { emptyStanding, readEntry, type Standing, standingIn } from './standing.ts'

interface Waiter {
  readonly predicate: (standing: Standing) => boolean
  readonly done: (standing: Standing) => void
}

/** Follows where a bidder stands by what its client reads, and resolves those who wait for it to change. */
export function standingWaits(unitCode: string, timeoutMs: number) {
  let standing = emptyStanding()
  let waiting: Waiter[] = []

  function wake(): void {
    const ready = waiting.filter(({ predicate }) => predicate(standing))
    waiting = waiting.filter((waiter) => !ready.includes(waiter))
    for (const { done } of ready) done(standing)
  }

  const reader: Reader = {
    onEntry(entry) {
      if (readEntry(standing, unitCode, entry)) wake()
    },
    onSnapshot(snapshot) {
      standing = standingIn(snapshot, unitCode)
      wake()
    },
    onReset() {
      standing = emptyStanding()
    },
  }

  return {
    reader,
    standing: () => standing,
    /** Resolves once the predicate holds; `what` names it in the error of a time-out. */
    until(predicate: (standing: Standing) => boolean, what: string): Promise<Standing> {
      if (predicate(standing)) return Promise.resolve(standing)
      return new Promise((done, fail) => {
        const late = setTimeout(() => fail(new Error(`${what} did not come`)), timeoutMs)
        waiting.push({
          predicate,
          done(reached) {
            clearTimeout(late)
            done(reached)
          },
        })
      })
    },
  }
}
