/** The most characters of an objection and of its reply (S0 §5, §9). */
export const objectionLength = 1000

/** The most objections of one bidder to one section: the log and every reader keep them all. */
export const mostObjections = 100

/** Characters as people count them: one beyond the basic plane is one. */
export function characterCount(text: string): number {
  return [...text].length
}

/** What is wrong with the text of an objection or a reply (S0 §5); null when it may be sent. */
export function objectionTextProblem(text: string): 'missing' | 'too-long' | null {
  const content = text.trim()
  if (content === '') return 'missing'
  return characterCount(content) > objectionLength ? 'too-long' : null
}
