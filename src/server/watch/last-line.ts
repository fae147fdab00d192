import { isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import { isPreparing } from '#domain/session/phase.ts'
import type { SessionState } from '#domain/session/state.ts'
import { kindAmongSeveral } from '#protocol/messages/bid-file-texts.ts'
import { progressKind, progressLine } from '#protocol/messages/progress.ts'
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
    const inLanguage = (language: 'zh-CN' | 'en') =>
      progressLine(
        event,
        language,
        (code) => state.bidders[code]?.name ?? code,
        (code, fileId) => kindAmongSeveral(state, code, fileId),
        (drawId) => state.draws[drawId] ?? null,
      )
    return { at: entry.at, zh: inLanguage('zh-CN'), en: inLanguage('en') }
  }
  return null
}
