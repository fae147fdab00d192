import { useEffect, useState } from 'react'
import { useEarlier, useKeptEntries } from './session-provider.tsx'

/** Reads all entries before the first known one, page by page. */
export interface WholeLogReading {
  readonly reading: boolean
  read(): void
  stop(): void
}

/** Reads earlier entries until the log's beginning is reached, a page fails, or it is stopped; none are dropped meanwhile. */
export function useWholeLogReading(): WholeLogReading {
  const { from, earlier, loadEarlier } = useEarlier()
  const [reading, setReading] = useState(false)
  useKeptEntries(reading)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives requests the next one
  useEffect(() => {
    if (!reading) return
    if (earlier === 'more') loadEarlier()
    else if (earlier !== 'loading') setReading(false)
  }, [reading, earlier, from, loadEarlier])
  return {
    reading,
    read() {
      // Repeats a page that failed.
      loadEarlier()
      setReading(true)
    },
    stop: () => setReading(false),
  }
}
