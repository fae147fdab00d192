/** The address to which the trading platform sends users (ACC-13). */
export const signOnPath = '/sso'

let kept: string | null = null

/**
 * Removes the sign-on parameters from the address and the history before any other code runs: the platform's token
 * must not stay where others can read it.
 */
export function takeSignOnParameters(place: Pick<Location, 'pathname' | 'search'>, history: History): void {
  if (place.pathname.toLowerCase().replace(/\/$/, '') !== signOnPath || place.search === '') return
  kept = place.search
  history.replaceState(null, '', signOnPath)
}

/** The parameters, only for the first caller: the token can be used only once. */
export function signOnParametersOnce(): URLSearchParams {
  const search = new URLSearchParams(kept ?? '')
  kept = null
  return search
}
