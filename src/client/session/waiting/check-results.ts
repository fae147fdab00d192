import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What the checks of this machine found. Kept in memory from step to step, until the page is closed. */
interface CheckResults {
  readonly heard: 'unchecked' | 'asked' | 'yes' | 'no' | 'failed'
  /** The round trip in milliseconds. */
  readonly connection: number | 'unchecked' | 'failed'
}

export const noResults: CheckResults = { heard: 'unchecked', connection: 'unchecked' }

export const checkResults = createStore<CheckResults>(() => noResults)

/** One result, and how it is replaced. */
export function useCheckResult<K extends keyof CheckResults>(check: K) {
  const result = useStore(checkResults, (results) => results[check])
  const keep = (found: CheckResults[K]) => checkResults.setState({ [check]: found } as Partial<CheckResults>)
  return [result, keep] as const
}
