import { isHidden, toRecorded, type VisibleEntry } from '#domain/log/entry.ts'
import { isOfWindows } from '#domain/session/warnings.ts'
import { progressBidder } from '#protocol/messages/progress.ts'
import { fileAdvances } from './file-advances.ts'

export interface UrgencyViewer {
  readonly userCode: string
  /** Null for who is no bidder. */
  readonly bidderCode: string | null
}

/**
 * Whether an entry is shown at once while much else happens: what concerns the viewer, deadlines, and all but what many
 * bidders do, or is done for each of them, at the same time.
 */
export function isUrgent(entry: VisibleEntry, { userCode, bidderCode }: UrgencyViewer): boolean {
  if (isHidden(entry)) return false
  if (entry.actor === userCode || isOfWindows(entry)) return true
  if (bidderCode !== null && progressBidder(toRecorded(entry)) === bidderCode) return true
  return entry.role !== 'bidder' && entry.role !== 'platform' && !fileAdvances.has(entry.type)
}
