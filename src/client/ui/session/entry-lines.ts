import { isHidden, type VisibleEntry } from '#domain/entry.ts'

/**
 * A section's log as a file that anybody can check (`npm run verify-draw`): one JSON value a line, first what it is,
 * then every entry. Hidden ones stand as seq and hash; private fields are left out, their commitments stay.
 */
export function entryLines(sessionId: string, entries: Iterable<VisibleEntry>): string {
  const lines = [JSON.stringify({ form: 'kaibiao-session-log/1', session: sessionId })]
  for (const entry of entries) lines.push(JSON.stringify(isHidden(entry) ? entry : { ...entry, private: {} }))
  return `${lines.join('\n')}\n`
}
