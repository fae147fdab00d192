/** Counts characters as people do: one beyond the basic plane counts as one. */
export function characterCount(text: string): number {
  return [...text].length
}
