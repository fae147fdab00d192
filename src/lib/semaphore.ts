/** Runs at most `permits` pieces of work at once; the rest queue in order. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(permits: number): Semaphore {
  const queue: (() => void)[] = []
  let free = permits

  return async (work) => {
    if (free === 0) await new Promise<void>((acquired) => queue.push(acquired))
    else free -= 1
    try {
      return await work()
    } finally {
      // The permit goes straight to the next in the queue, so that a newcomer cannot take it first.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
