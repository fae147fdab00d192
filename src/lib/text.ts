/**
 * Direction marks and overrides, and characters without width, by which a text looks like another one; halves of
 * characters and code points that are none, which some formats leave out and others refuse.
 */
const unseen =
  '\\p{Surrogate}\\p{Noncharacter_Code_Point}\\u00AD\\u061C\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF'
const invisible = new RegExp(`[\\p{Cc}\\u2028\\u2029${unseen}]`, 'gu')
const invisibleInText = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}${unseen}]`, 'gu')

/** A file name or another text of one line without control, direction and zero-width characters and halves of others. */
export function cleanLine(text: string): string {
  return text.replace(invisible, '')
}

/** The same for a text that may have line breaks and tabs. */
export function cleanText(text: string): string {
  return text.replace(invisibleInText, '')
}

/** A value of JSON whose texts, wherever they stand, are cleaned by `cleanText`. */
export function cleanTexts<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanTexts) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanTexts(inner)])) as T
}

/** Where in a value of JSON a text stands that cannot be stored, because it has a NUL or half a character; or null. */
export function unstorablePath(value: unknown): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : ''
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return ''
    const found = unstorablePath(inner)
    if (found !== null) return found === '' ? key : `${key}.${found}`
  }
  return null
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** What an answer or a log repeats of a sender's own text at most (LIM-2). */
export function shortQuote(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
