/** Lets at most `places` pieces of work run at once; the others wait their turn, in order. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

export function createTurnstile(places: number): Turnstile {
  const waiting: (() => void)[] = []
  let free = places

  return async (work) => {
    if (free === 0) await new Promise<void>((pass) => waiting.push(pass))
    else free -= 1
    try {
      return await work()
    } finally {
      // A place is handed on, not given back, while somebody waits: nobody who comes later slips in.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
