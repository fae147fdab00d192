import { useEffect } from 'react'
import { useEarlier, useSession } from './session-provider.tsx'

/** Fewer entries than this say too little of what has just happened. */
const enough = 50

/** Whoever joins late starts from a snapshot: the last page before it is read without being asked for. */
export function useRecentEntries(): void {
  const { earlier, loadEarlier } = useEarlier()
  const few = useSession(({ entries }) => entries.length < enough)
  useEffect(() => {
    if (few && earlier === 'more') loadEarlier()
  }, [few, earlier, loadEarlier])
}
