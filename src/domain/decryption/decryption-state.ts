import type { Span, Window } from '../session/window.ts'
import type { ClosingCause } from './outcome.ts'

/** The opening of one envelope's files. Without bid encryption nobody has to act: it has no deadline. */
export type DecryptionState = {
  cause: ClosingCause | null
  closedAt: string | null
  /** When the hall was away while it was open; null where that is not on record. */
  outages: readonly Span[] | null
} & (Window | (Omit<Window, 'limitMinutes' | 'deadline'> & { readonly limitMinutes: null; deadline: null }))
