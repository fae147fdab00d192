import { countUntil, type LogLine } from './log-lines.ts'

/**
 * What stays in view of one who has scrolled away: the lines that were there then (`held`), and whatever has been read
 * back from before them since. What has come after them, or among them as a warning does that is told late, waits.
 * Both oldest first; null once the log is another one.
 */
export function linesWhileScrolled(
  lines: readonly LogLine[],
  held: readonly LogLine[],
): readonly LogLine[] | null {
  const [first, last] = [held[0], held.at(-1)]
  if (!first || !last) return null
  const still = lines[countUntil(lines, last.entry.seq) - 1]
  if (still?.entry.hash !== last.entry.hash) return null
  const earlier = countUntil(lines, first.entry.seq - 1)
  return earlier === 0 ? held : lines.slice(0, earlier).concat(held)
}
