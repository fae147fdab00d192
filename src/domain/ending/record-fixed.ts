import type { SessionState } from '../session/state.ts'

/** Whether the record is fixed: person info and remarks are part of what bidders sign. */
export function isRecordFixed({ signing, endedAt }: Pick<SessionState, 'signing' | 'endedAt'>): boolean {
  return signing !== null || endedAt !== null
}
