import type { Actor, Viewer } from '#domain/session/actor.ts'
import { withoutOtherBidders } from '#domain/session/own-part.ts'
import { withoutRivals } from '#domain/session/preview.ts'
import type { SessionState } from '#domain/session/state.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { Preview } from '../log/previews.ts'
import type { Snapshot } from '../log/session-log-reader.ts'
import type { Services } from '../services.ts'
import type { OpenSession } from './handler.ts'

/** A section as the actor may see it, read for one call; null for an unknown one. */
export async function readSession(
  { log, previews, viewerOf }: Pick<Services, 'log' | 'previews' | 'viewerOf'>,
  id: string,
  actor: Actor,
): Promise<OpenSession | null> {
  const known = await log.state(id)
  if (!known) return null
  const viewer = viewerOf(actor)
  return openSession(id, known, viewer, await previews.previewOf(id, viewer, known))
}

/**
 * The section of one call. The states as the viewer may see them are made once, on first use: with a thousand bidders
 * it takes a millisecond. A bidder's preview takes the place of the log, where there is one.
 */
export function openSession(
  id: string,
  { epoch, head, hash, unredactedState }: Pick<Snapshot, 'epoch' | 'head' | 'hash' | 'unredactedState'>,
  viewer: Viewer,
  preview: Preview | null,
): OpenSession {
  if (preview) {
    const { epoch, head, hash, state } = preview
    const kept = withoutRivals(state, unredactedState)
    return { id, epoch, head, hash, preview, state, ownState: state, unredactedState: kept }
  }
  let seen: SessionState | null = null
  let own: SessionState | null = null
  return {
    ...{ id, epoch, head, hash, preview, unredactedState },
    get state() {
      seen ??= viewState(viewer, unredactedState)
      return seen
    },
    get ownState() {
      own ??= viewState(viewer, withoutOtherBidders(viewer.unitCode ?? '', unredactedState))
      return own
    },
  }
}
