/*
 * The security trail as a file that anybody can check (`npm run verify-trail`): one JSON value a line, a header and then
 * every line, the oldest first.
 */

/** `trailId`: what the first line's `previous` is made of, as a session's id is of its log. */
export function trailExportHead(trailId: string): string {
  return `${JSON.stringify({ form: 'kaibiao-trail/1', trail: trailId })}\n`
}
