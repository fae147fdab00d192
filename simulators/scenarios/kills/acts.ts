import { flow } from '#domain/session/flow.ts'
import type { SessionState } from '#domain/session/state.ts'

/** What goes on in an opening, in its order: before the opening, in its four steps, after its end. */
export const acts = [
  'submission',
  'attendance',
  'decryption',
  'announcement',
  'inquiry',
  'confirmation',
  'signing',
  'documents',
] as const
export type Act = (typeof acts)[number]

/** What goes on in an opening that people have entered. */
export function actIn(state: SessionState): Act {
  if (state.endedAt !== null) return 'documents'
  if (state.flow < flow.opening) return 'attendance'
  if (state.flow < flow.announcement) return 'decryption'
  if (state.flow < flow.end) return state.inquiry ? 'inquiry' : 'announcement'
  return state.signing ? 'signing' : 'confirmation'
}
