import type { Viewer } from '#domain/session/actor.ts'
import { type OwnPart, ownPart } from '#domain/session/own-part.ts'
import { viewState } from '#domain/session/view-state.ts'
import type { WholeSnapshot } from '#protocol/socket/snapshot.ts'
import type { Preview } from '../log/previews.ts'
import type { Snapshot } from '../log/session-log-reader.ts'

/** A bidder's preview as a snapshot. */
export function snapshotOfPreview({ epoch, head, hash, state }: Preview): WholeSnapshot {
  return { epoch, seq: head, hash, head, state: { ...state } }
}

/** The state at the log's head, as the viewer may see it. */
export function snapshotFor(viewer: Viewer, { epoch, head, hash, unredactedState }: Snapshot): WholeSnapshot {
  return { epoch, seq: head, hash, head, state: { ...viewState(viewer, unredactedState) } }
}

/** What the viewer sees of the same state beyond what all with their role do. */
export function ownPartFor(viewer: Viewer, { unredactedState }: Snapshot): OwnPart {
  return ownPart(viewer, unredactedState)
}
