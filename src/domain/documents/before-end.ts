import { epochOf } from '#lib/time.ts'
import type { SessionState } from '../session/state.ts'
import type { FiledDocument } from './document.ts'

/** Whether an overview was made before its envelope or the opening ended: it lacks what was signed since (REP-5). */
export function isOfBeforeEnd(
  { stage, endedAt }: Pick<SessionState, 'stage' | 'endedAt'>,
  { kind, envelope, at }: Pick<FiledDocument, 'kind' | 'envelope' | 'at'>,
): boolean {
  const ended = (envelope === 1 ? stage.firstEndedAt : null) ?? endedAt
  return kind === 'overview' && ended !== null && epochOf(at) < epochOf(ended)
}
