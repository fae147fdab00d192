import type { SessionState } from '#domain/session/state.ts'

/** The deadline of a window; null without one, and where its clock stands because the lot is halted (HLT-9). */
export function shownDeadline(
  { lot }: Pick<SessionState, 'lot'>,
  window: { readonly deadline: string | null; readonly closed: boolean } | null,
): string | null {
  if (!window || (lot !== 'open' && !window.closed)) return null
  return window.deadline
}
