import { type Entry, isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import { isOfWindows } from '#domain/session/warnings.ts'
import { nameIn } from './people.ts'

/** What the progress log still needs of entries that are not kept. */
export interface Dropped {
  /** Those that open, move or close a window, oldest first: its warnings are lines among later entries. */
  readonly windows: readonly Entry[]
  /** Names by account. */
  readonly people: Readonly<Record<string, string>>
}

export const noneDropped: Dropped = { windows: [], people: {} }

/** Adds entries that are being dropped; some may have been dropped before and read again. */
export function withDropped({ windows, people }: Dropped, entries: Iterable<VisibleEntry>): Dropped {
  const after = windows.at(-1)?.seq ?? 0
  const added: Entry[] = []
  const names = { ...people }
  for (const entry of entries) {
    if (isHidden(entry)) continue
    if (isOfWindows(entry) && entry.seq > after) added.push(entry)
    const name = nameIn(toRecorded(entry))
    if (name) names[entry.actor] = name
  }
  return { windows: [...windows, ...added], people: names }
}
