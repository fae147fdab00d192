import { Readable } from 'node:stream'
import { sha256Hex } from '#domain/log/canonical-json.ts'
import { canonicalParts, type Entry, isHidden, rechained, type VisibleEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { getsPreview, previewGenesis } from '#domain/session/preview.ts'
import { exportedViewFor } from '#domain/session/view.ts'
import { isStaffOrSupervisor } from '#domain/session/viewer.ts'
import { type Damage, exportHead, exportLine, previewHead } from '#protocol/session-export.ts'
import type { Database } from '../db/database.ts'
import type { Preview } from '../log/previews.ts'
import type { SectionKeys } from '../secrets/section-keys.ts'
import { paced, type Turn } from '../turns.ts'
import { type Place, readHistory } from './read-history.ts'

/**
 * A section's log as a file, redacted for the viewer, with damaged places marked; null for an unknown section. Each slice
 * of it waits for its `turn`.
 */
export async function exportHistory(
  { database, keys, turn }: { database: Pick<Database, 'reads'>; keys: SectionKeys; turn: Turn },
  sessionId: string,
  viewer: Viewer,
): Promise<{ readonly sectionCode: string | null; readonly content: Readable } | null> {
  const history = await readHistory(database, keys, sessionId)
  if (!history) return null
  const { sectionCode, bidsAreClosed, end } = history
  const places = paced(history.places, turn)
  const isPreview = getsPreview(viewer) && !bidsAreClosed
  const lines = isPreview
    ? previewLines(sessionId, viewer, places)
    : logLines(exportHead(sessionId, viewer, end), viewer, places)
  return { sectionCode, content: Readable.from(lines) }
}

/** A bidder's preview as a file. */
export function exportPreview(sessionId: string, { head, read }: Preview): Readable {
  return Readable.from([previewHead(sessionId), ...read(0, head).map(exportLine)])
}

async function* logLines(head: string, viewer: Viewer, places: AsyncIterable<Place>) {
  yield head
  for await (const place of places) yield lineOf(place, viewer)
}

/** The preview of a damaged log. That and where it is damaged would tell how long it is. */
async function* previewLines(sessionId: string, viewer: Viewer, places: AsyncIterable<Place>) {
  yield previewHead(sessionId)
  let before = { seq: 0, hash: previewGenesis(sessionId) }
  for await (const { entry, damage } of places) {
    const seen = entry && damage !== 'changed' ? redacted(viewer, entry) : null
    if (!seen || isHidden(seen)) continue
    const place = { seq: before.seq + 1, previous: before.hash }
    const moved = rechained(seen, place, canonicalParts(seen), sha256Hex)
    yield exportLine(moved)
    before = moved
  }
}

function lineOf(place: Place, viewer: Viewer): string {
  if (place.entry === null) {
    const { entry: _, ...gap } = place
    return exportLine(gap)
  }
  const { seq, entry, damage } = place
  const seen = damage === 'changed' && !seesWholeLog(viewer) ? null : redacted(viewer, entry)
  if (seen === null) return exportLine({ seq, hash: entry.hash, damage: damage ?? 'unreadable' })
  const named = shownDamage(seen, damage)
  return exportLine(named === null ? seen : { ...seen, damage: named })
}

/** An entry's audience depends on its fields, so a changed entry goes only to viewers who may see the whole log. */
function seesWholeLog(viewer: Viewer): boolean {
  return isStaffOrSupervisor(viewer) && viewer.seesSupervisor
}

/** Null if the entry is so damaged that its audience cannot be determined. */
function redacted(viewer: Viewer, entry: Entry): VisibleEntry | null {
  try {
    return exportedViewFor(viewer, entry)
  } catch {
    return null
  }
}

/** A viewer from whom an entry is hidden is not told that its private fields are unreadable. */
function shownDamage(seen: VisibleEntry, damage: Damage | null): Damage | null {
  return isHidden(seen) && damage === 'private-unreadable' ? null : damage
}
