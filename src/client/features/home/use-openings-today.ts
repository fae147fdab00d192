import { useCallback, useEffect, useState } from 'react'
import { type OpeningToday, openingsTodayPath } from '#protocol/calls/openings-today.ts'

/** What opens today: not known yet, not readable, or the sections. */
export type OpeningsToday =
  | { readonly is: 'loading' | 'failed' }
  | { readonly is: 'known'; readonly sections: readonly OpeningToday[]; readonly more: boolean }

const everyMilliseconds = 60_000

/** Reads what opens today after the first paint, and again each minute while the page is in sight (LST-15). */
export function useOpeningsToday(): { readonly today: OpeningsToday; readonly retry: () => void } {
  const [today, setToday] = useState<OpeningsToday>({ is: 'loading' })
  const [asked, setAsked] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry changes `asked`
  useEffect(() => {
    const gone = new AbortController()
    const read = async () => {
      const found = await readOpeningsToday(gone.signal).catch(() => null)
      if (gone.signal.aborted) return
      // What is shown stays when it cannot be read again.
      setToday((before) => found ?? (before.is === 'known' ? before : { is: 'failed' }))
    }
    const first = setTimeout(read)
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), everyMilliseconds)
    return () => {
      gone.abort()
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [asked])

  const retry = useCallback(() => {
    setToday({ is: 'loading' })
    setAsked((count) => count + 1)
  }, [])
  return { today, retry }
}

/** Without the table of calls, which the home page does not load. */
async function readOpeningsToday(signal: AbortSignal): Promise<OpeningsToday> {
  const response = await fetch(openingsTodayPath, { signal })
  const { sections, more } = (await response.json()) as Partial<Extract<OpeningsToday, { is: 'known' }>>
  if (!response.ok || !Array.isArray(sections)) throw new Error(`what opens today: ${response.status}`)
  return { is: 'known', sections, more: more === true }
}
