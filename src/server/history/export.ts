import { Readable } from 'node:stream'
import type { Viewer } from '#domain/actor.ts'
import { isHidden, type VisibleEntry } from '#domain/entry.ts'
import { viewFor } from '#domain/view.ts'
import { type Damage, exportHead, exportLine } from '#protocol/session-export.ts'
import type { Database } from '../db/database.ts'
import { type Place, readHistory } from './read-history.ts'

/** A section's log as a file, as the viewer may see it, damaged places named where they are; null for an unknown section. */
export async function exportHistory(
  database: Pick<Database, 'reads'>,
  sessionId: string,
  viewer: Viewer,
): Promise<Readable | null> {
  const history = await readHistory(database, sessionId)
  if (!history) return null
  return Readable.from(
    (async function* () {
      yield exportHead(sessionId)
      for await (const place of history) yield lineOf(place, viewer)
    })(),
  )
}

function lineOf({ seq, entry, damage }: Place, viewer: Viewer): string {
  if (!entry) return exportLine({ seq, damage: damage ?? 'unreadable' })
  const seen = seenBy(viewer, entry)
  if (seen === null) return exportLine({ seq, hash: entry.hash, damage: damage ?? 'unreadable' })
  const named = toldOf(seen, damage)
  return exportLine(named === null ? seen : { ...seen, damage: named })
}

/** Null where what was made of the entry is not even good for telling who may see it. */
function seenBy(viewer: Viewer, entry: NonNullable<Place['entry']>): VisibleEntry | null {
  try {
    return viewFor(viewer, entry)
  } catch {
    return null
  }
}

/** Of an entry that is hidden from them nobody could tell that its private fields are unreadable: nor are they told. */
function toldOf(seen: VisibleEntry, damage: Damage | null): Damage | null {
  return isHidden(seen) && damage === 'private-unreadable' ? null : damage
}
