import type { Span, Window } from '../session/window.ts'
import type { ClosingCause } from './outcome.ts'

/** The opening of one envelope's files. Without bid encryption it has no deadline. */
export type DecryptionState = {
  cause: ClosingCause | null
  closedAt: string | null
  /** The hall's outages during the window; null where they were not recorded. */
  outages: readonly Span[] | null
  /** The minutes by which the opener has extended the window, in sum. */
  extendedMinutes: number
} & (Window | (Omit<Window, 'limitMinutes' | 'deadline'> & { readonly limitMinutes: null; deadline: null }))
