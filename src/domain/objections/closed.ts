import { flow } from '../session/flow.ts'
import type { Rejection } from '../session/rejection.ts'
import type { SessionState } from '../session/state.ts'

/**
 * Until when bidders raise objections and the opener replies (OBJ-1): until the opening of files begins, until step 3 is
 * entered, or until the end.
 */
export const objectionsUntil = ['opening', 'announcement', 'end'] as const
export type ObjectionsUntil = (typeof objectionsUntil)[number]

/** Why objections are neither raised nor replied to now (OBJ-1); null while they are. */
export function objectionsClosed(
  { status, flow: reached }: Pick<SessionState, 'status' | 'flow'>,
  until: ObjectionsUntil,
): Rejection | null {
  if (status === 'opened' || status === 'failed') return { code: 'objections-closed', params: {} }
  if (until === 'opening' && status !== 'not-opened') return { code: 'objections-until-opening', params: {} }
  if (until === 'announcement' && reached >= flow.announcement)
    return { code: 'objections-until-announcement', params: {} }
  return null
}
