import type { Viewer } from '#domain/session/actor.ts'
import { withoutRivals } from '#domain/session/preview.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { Snapshot } from '../log/session-log-reader.ts'
import type { Preview } from '../session/previews.ts'
import type { OpenSession } from './handler.ts'

/**
 * The section of one call. The state as the viewer may see it is made once, on first use: with a thousand bidders it
 * takes a millisecond. A bidder's preview takes the place of the log, where there is one.
 */
export function openSession(
  id: string,
  { epoch, head, unredactedState }: Pick<Snapshot, 'epoch' | 'head' | 'unredactedState'>,
  viewer: Viewer,
  preview: Preview | null,
): OpenSession {
  if (preview) {
    const { epoch, head, state } = preview
    return { id, epoch, head, preview, state, unredactedState: withoutRivals(state, unredactedState) }
  }
  let seen: SessionState | null = null
  return {
    ...{ id, epoch, head, preview, unredactedState },
    get state() {
      seen ??= viewState(viewer, unredactedState)
      return seen
    },
  }
}
