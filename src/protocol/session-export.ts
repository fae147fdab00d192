import type { Entry, VisibleEntry } from '#domain/log/entry.ts'

/*
 * A section's log as a file that anybody can check (`npm run verify-draw`): one JSON value a line, a header and then
 * every entry. Hidden entries have seq and hash; private fields are left out, their commitments stay. Where the log is
 * damaged, the line says so with whatever can still be read; such a file passes no check.
 */

/**
 * The damage at a place: the entry is missing, does not match its hash, does not continue the one before, has private
 * fields that cannot be decrypted, or cannot be read.
 */
export type Damage = 'missing' | 'changed' | 'not-continuing' | 'private-unreadable' | 'unreadable'

/** A damaged place with the rest of its entry. A run of missing entries is one place, up to `to`. */
interface DamagedPlace extends Partial<Entry> {
  readonly seq: number
  readonly to?: number
  readonly damage: Damage
}

export function exportHead(sessionId: string): string {
  return `${JSON.stringify({ form: 'kaibiao-session-log/1', session: sessionId })}\n`
}

/**
 * The header of what a bidder gets while bids can still be submitted: their preview (RIV-1), which proves nothing about
 * the log. Damaged places are left out.
 */
export function previewHead(sessionId: string): string {
  return `${JSON.stringify({ form: 'kaibiao-session-preview/1', session: sessionId })}\n`
}

export function exportLine(entry: VisibleEntry | DamagedPlace): string {
  return `${JSON.stringify(entry.type !== undefined ? { ...entry, private: {} } : entry)}\n`
}
