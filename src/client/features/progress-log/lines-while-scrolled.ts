import { countUntil, type LogLine } from './log-lines.ts'

/**
 * The lines to show while the reader is scrolled away: those that were there then (`held`), and earlier lines read
 * since. Later lines, and late warnings among them, wait. Both lists are oldest first; null once another log is shown.
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
