/** Where to go after login: a path of ours, never another site; the hall when there is none. */
export function loginTarget(to: string | null): string {
  // Browsers take a backslash for a slash and drop tabs and line ends: neither may stand in it.
  return to && /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(to) ? to : '/hall'
}

/** The section whose screens a target is among: it has to be entered again. */
export function sectionOf(target: string): string | null {
  return /^\/bid\/([\w-]+)/.exec(target)?.[1] ?? null
}
