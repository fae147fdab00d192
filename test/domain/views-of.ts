import { applyEntry, type Entry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { viewFor } from '#domain/session/view.ts'
import { viewState } from '#domain/session/view-state.ts'

/** A state as its viewer may see it, and the state folded from the entries as the viewer may see them. */
interface TwoViews {
  readonly viewed: SessionState
  readonly seen: SessionState
}

/** Both views after each entry. The states are folded in place. */
export function* viewsOf(viewer: Viewer, entries: readonly Entry[]): Generator<TwoViews> {
  const whole = initial()
  const seen = initial()
  for (const entry of entries) {
    applyEntry(whole, entry)
    applyEntry(seen, viewFor(viewer, entry))
    yield { viewed: viewState(viewer, whole), seen }
  }
}
