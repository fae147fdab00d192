import type { Viewer } from '#domain/session/actor.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { Snapshot } from '../log/session-log-reader.ts'
import type { OpenSession } from './handler.ts'

/**
 * The section of one call. The state as the viewer may see it is made once, on first use: with a thousand bidders it
 * takes a millisecond.
 */
export function openSession(
  id: string,
  { epoch, head, unredactedState }: Snapshot,
  viewer: Viewer,
): OpenSession {
  let seen: SessionState | null = null
  return {
    id,
    epoch,
    head,
    unredactedState,
    get state() {
      seen ??= viewState(viewer, unredactedState)
      return seen
    },
  }
}
