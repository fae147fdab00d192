import type { SessionState } from '../session/state.ts'

/** Whether the record stands as it is: persons and remarks are part of what bidders are called to sign. */
export function isRecordFixed({ signing, endedAt }: Pick<SessionState, 'signing' | 'endedAt'>): boolean {
  return signing !== null || endedAt !== null
}
