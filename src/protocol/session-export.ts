import { canonicalJson } from '#domain/log/canonical-json.ts'
import type { Entry, VisibleEntry } from '#domain/log/entry.ts'
import type { Viewer } from '#domain/session/actor.ts'

/*
 * A section's log as a file that anybody can check (`npm run verify-draw`): one value a line in canonical JSON (RFC
 * 8785), a header and then every entry. The header says for whom it was made and where the log ended when the export
 * began; more entries may follow. Hidden entries have seq and hash; private fields are left out, their commitments
 * stay. Where the log is damaged, the line says so with whatever can still be read; such a file passes no check.
 *
 * Files of the form `/1` have a header of form and session alone, and are not canonical.
 */

/**
 * The damage at a place: the entry is missing, does not match its hash or has no mark of the hall, does not continue the one before, has private
 * fields that cannot be decrypted, or cannot be read.
 */
export type Damage = 'missing' | 'changed' | 'not-continuing' | 'private-unreadable' | 'unreadable'

/** A damaged place with the rest of its entry. A run of missing entries is one place, up to `to`. */
interface DamagedPlace extends Partial<Entry> {
  readonly seq: number
  readonly to?: number
  readonly damage: Damage
}

/** Where a log ends: its last entry. */
export interface LogEnd {
  readonly size: number
  readonly head: string
}

export function exportHead(session: string, viewer: Viewer, { size, head }: LogEnd): string {
  const { role, unitCode, seesSupervisor } = viewer
  const view = { role, unit: unitCode, seesSupervisor }
  return `${canonicalJson({ form: 'kaibiao-session-log/2', session, view, size, head })}\n`
}

/**
 * The header of what a bidder gets while bids can still be submitted: their preview (RIV-1), which proves nothing about
 * the log. Damaged places are left out.
 */
export function previewHead(sessionId: string): string {
  return `${JSON.stringify({ form: 'kaibiao-session-preview/1', session: sessionId })}\n`
}

export function exportLine(entry: VisibleEntry | DamagedPlace): string {
  return `${canonicalJson(entry.type !== undefined ? { ...entry, private: {} } : entry)}\n`
}
