import { useSyncExternalStore } from 'react'

/** A value that depends on the clock, read each second; re-renders only when it changes. `read` returns a primitive. */
export function useEachSecond<T extends string | number | boolean | null>(read: () => T): T {
  return useSyncExternalStore(eachSecond, read)
}

function eachSecond(ask: () => void): () => void {
  const timer = setInterval(ask, 1000)
  return () => clearInterval(timer)
}
