/** Characters as people count them: one beyond the basic plane is one. */
export function characterCount(text: string): number {
  return [...text].length
}
