import { Readable } from 'node:stream'
import { type Entry, isHidden, type VisibleEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'
import { viewFor } from '#domain/session/view.ts'
import { isStaffOrSupervisor } from '#domain/session/viewer.ts'
import { type Damage, exportHead, exportLine } from '#protocol/session-export.ts'
import type { Database } from '../db/database.ts'
import { type Place, readHistory } from './read-history.ts'

/** A section's log as a file, redacted for the viewer, with damaged places marked; null for an unknown section. */
export async function exportHistory(
  database: Pick<Database, 'reads'>,
  sessionId: string,
  viewer: Viewer,
): Promise<{ readonly sectionCode: string | null; readonly content: Readable } | null> {
  const history = await readHistory(database, sessionId)
  if (!history) return null
  const { sectionCode, places } = history
  const content = Readable.from(
    (async function* () {
      yield exportHead(sessionId)
      for await (const place of places) yield lineOf(place, viewer)
    })(),
  )
  return { sectionCode, content }
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
    return viewFor(viewer, entry)
  } catch {
    return null
  }
}

/** A viewer from whom an entry is hidden is not told that its private fields are unreadable. */
function shownDamage(seen: VisibleEntry, damage: Damage | null): Damage | null {
  return isHidden(seen) && damage === 'private-unreadable' ? null : damage
}
