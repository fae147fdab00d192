import { epochOf } from '#lib/time.ts'
import { sha256Hex } from '../log/canonical-json.ts'
import { type CanonicalParts, type Entry, isHidden, rechained, type Sha256 } from '../log/entry.ts'
import type { Viewer } from './actor.ts'
import type { SessionState } from './state.ts'
import { viewFor } from './view.ts'

/*
 * What a bidder gets of the log while bids can still be submitted or replaced (RIV-1). Of the log itself, a hidden
 * entry, a seq, a head and every hash tell how much rivals do; so a bidder gets a preview instead:
 * 1. It has the entries that the bidder may see and no others, numbered from 1, in a hash chain of its own.
 * 2. It is an epoch of its own. With the log's first entry from the opening time on, the epoch changes to the log's
 *    own, from its first entry (RIV-2).
 */

/**
 * Whether no bid can be submitted or replaced any more, by a log whose last entry is of `at` (ISO, empty without one).
 * Once true it stays true: times of a log never run back (LOG-6), and a section's opening time does not change.
 */
export function bidsAreClosed(
  { frozen, tender }: Pick<SessionState, 'frozen' | 'tender'>,
  at: string,
): boolean {
  return frozen || (tender !== null && at !== '' && epochOf(at) >= epochOf(tender.opensAt))
}

/** Who gets a preview while bids are not closed. The others may know of all bidders (SES-11). */
export function getsPreview({ role }: Pick<Viewer, 'role'>): boolean {
  return role === 'bidder'
}

/** `previous` of a preview's first entry: no preview can be taken for a log. */
export function previewGenesis(sessionId: string): string {
  return sha256Hex(`kaibiao/preview/1:${sessionId}`)
}

/** An entry of the log at its place in a viewer's preview; null where they may not see it. */
export function previewEntry(
  viewer: Viewer,
  entry: Entry,
  place: Pick<Entry, 'seq' | 'previous'>,
  parts: () => CanonicalParts,
  sha256: Sha256,
): Entry | null {
  const seen = viewFor(viewer, entry)
  return isHidden(seen) ? null : rechained(seen, place, parts(), sha256)
}

/**
 * The whole state, reduced to what no rival has a part in: the preview's, with what else decides whether the
 * preparation is done (SES-2).
 */
export function withoutRivals(preview: SessionState, whole: SessionState): SessionState {
  const { workers, workerOrder, controlPrice } = whole
  return { ...preview, workers, workerOrder, controlPrice }
}
