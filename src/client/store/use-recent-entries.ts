import { useEffect } from 'react'
import { useEarlier, useSession } from './session-provider.tsx'

/** Fewer known entries than this do not show enough of what has just happened. */
const enough = 50

/** A client that joins late starts from a snapshot: reads the last page of entries before it. */
export function useRecentEntries(): void {
  const { earlier, loadEarlier } = useEarlier()
  const few = useSession(({ entries }) => entries.length < enough)
  useEffect(() => {
    if (few && earlier === 'more') loadEarlier()
  }, [few, earlier, loadEarlier])
}
