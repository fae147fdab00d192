import type { Entry, VisibleEntry } from '#domain/log/entry.ts'

/*
 * A section's log as a file that anybody can check (`npm run verify-draw`): one JSON value a line, first what it is,
 * then every entry. Hidden ones stand as seq and hash; private fields are left out, their commitments stay. Where the
 * log is damaged, the line at that place says so besides whatever can still be read there: no such file passes a check.
 */

/**
 * What is wrong at a place: the entry is not there, is not what its hash says, does not continue the one before, has
 * private fields that cannot be decrypted, or cannot be read at all.
 */
export type Damage = 'missing' | 'changed' | 'not-continuing' | 'private-unreadable' | 'unreadable'

/** A damaged place: what is left of its entry, and what is wrong. A run of entries that are missing is one, up to `to`. */
interface DamagedPlace extends Partial<Entry> {
  readonly seq: number
  readonly to?: number
  readonly damage: Damage
}

export function exportHead(sessionId: string): string {
  return `${JSON.stringify({ form: 'kaibiao-session-log/1', session: sessionId })}\n`
}

export function exportLine(entry: VisibleEntry | DamagedPlace): string {
  return `${JSON.stringify(entry.type !== undefined ? { ...entry, private: {} } : entry)}\n`
}
