import { useEffect, useState } from 'react'
import { useEarlier } from './session-provider.tsx'

/** The entries from before the first one known, read back page by page to the beginning. */
export interface WholeLogReading {
  readonly reading: boolean
  read(): void
  stop(): void
}

/** Reads what lies before the first entry known, until there is nothing more, a page fails, or it is stopped. */
export function useWholeLogReading(): WholeLogReading {
  const { from, earlier, loadEarlier } = useEarlier()
  const [reading, setReading] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come asks for the next one
  useEffect(() => {
    if (!reading) return
    if (earlier === 'more') loadEarlier()
    else if (earlier !== 'loading') setReading(false)
  }, [reading, earlier, from, loadEarlier])
  return {
    reading,
    read() {
      // One that failed is tried again.
      loadEarlier()
      setReading(true)
    },
    stop: () => setReading(false),
  }
}
