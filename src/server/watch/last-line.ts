import { isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import { isPreparing } from '#domain/session/phase.ts'
import type { SessionState } from '#domain/session/state.ts'
import { lookupsIn, progressKind, progressLine } from '#protocol/messages/progress.ts'
import type { WatchedSection } from '#protocol/socket/watched.ts'

/**
 * The last line of the progress log among these entries, in both languages; null where none is to be shown. Before step
 * 2 it names no bidder: a wall is seen by others, too (WAL-3).
 */
export function lastLine(entries: readonly VisibleEntry[], state: SessionState): WatchedSection['last'] {
  const shown = isPreparing(state) ? ['step', 'deadline'] : null
  for (const entry of entries.toReversed()) {
    if (isHidden(entry)) continue
    const event = toRecorded(entry)
    if (shown && !shown.includes(progressKind(event))) continue
    const lookups = lookupsIn(() => state)
    return {
      at: entry.at,
      zh: progressLine(event, 'zh-CN', lookups),
      en: progressLine(event, 'en', lookups),
    }
  }
  return null
}
