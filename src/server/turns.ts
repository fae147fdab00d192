/** So long (ms) a piece of work may keep the server's thread, and so long others have it afterwards. */
const sliceMilliseconds = 4

/** Waits until the caller may work. */
export type Turn = () => Promise<void>

/**
 * Turns for long work on the server's thread, which takes half of its time at most: of all that wait here one goes on,
 * in order, and the next one when others have had the thread.
 */
export function createTurns(): Turn {
  const waiting: (() => void)[] = []
  let isRunning = false

  function next(): void {
    const goOn = waiting.shift()
    isRunning = goOn !== undefined
    if (!goOn) return
    goOn()
    // Runs after what was begun; a timer set here would be due by then.
    setImmediate(() => setTimeout(next, sliceMilliseconds))
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (isRunning) return
      isRunning = true
      setImmediate(next)
    })
}

/** The same values, with a wait for the next turn whenever the work on them has taken a slice of time. */
export async function* paced<T>(values: AsyncIterable<T>, turn: Turn): AsyncGenerator<T> {
  await turn()
  let beganAt = performance.now()
  for await (const value of values) {
    yield value
    if (performance.now() - beganAt < sliceMilliseconds) continue
    await turn()
    beganAt = performance.now()
  }
}
