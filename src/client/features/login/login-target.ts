/** The path to go to after login: one of this site, never another site; the hall when none is given. */
export function loginTarget(to: string | null): string {
  // Browsers treat a backslash as a slash and drop tabs and line breaks, so none of them is allowed.
  return to && /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(to) ? to : '/hall'
}

/** The session id in a section's path; that section has to be entered again. */
export function sectionOf(target: string): string | null {
  return /^\/bid\/([\w-]+)/.exec(target)?.[1] ?? null
}
