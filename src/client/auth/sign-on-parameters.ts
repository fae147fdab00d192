/** Where the trading platform sends people (ACC-13). */
export const signOnPath = '/sso'

let kept: string | null = null

/**
 * Takes what an arrival says out of the address, and out of the history with it, before anything else looks at the
 * page: the platform's token must not stay where others can read it.
 */
export function takeSignOnParameters(place: Pick<Location, 'pathname' | 'search'>, history: History): void {
  if (place.pathname.toLowerCase().replace(/\/$/, '') !== signOnPath || place.search === '') return
  kept = place.search
  history.replaceState(null, '', signOnPath)
}

/** What was taken, once: the token counts once too. */
export function signOnParametersOnce(): URLSearchParams {
  const search = new URLSearchParams(kept ?? '')
  kept = null
  return search
}
