/** Values in all: the largest body that a caller needs, of a thousand deposits, has some 14,000. */
export const mostValues = 20_000
/** Keys of one object. */
export const mostKeys = 500
/** Items of one array. */
export const mostItems = 5000
export const deepestNesting = 16

/** Parses a text of JSON from outside within the same bounds (LIM-6); throws where it is none or exceeds them. */
export function parseBoundedJson(text: string): unknown {
  // Counted first, because parsing a million values takes seconds and much memory.
  if (!countsFew(text)) throw new Error('too many values')
  const value: unknown = JSON.parse(text)
  if (!isBoundedJson(value)) throw new Error('too many values, or nested too deeply')
  return value
}

/** Whether so few values begin in the text, by the commas and brackets outside its strings. */
function countsFew(text: string): boolean {
  let left = mostValues
  let inString = false
  for (let at = 0; at < text.length && left >= 0; at += 1) {
    const letter = text[at]
    if (letter === '"') inString = !inString
    else if (inString) at += letter === '\\' ? 1 : 0
    else if (letter === ',' || letter === '[' || letter === '{') left -= 1
  }
  return left >= 0
}

/**
 * Whether a parsed value of JSON from outside is small enough to be read on (LIM-6): a schema reports every wrong item
 * and every unknown key, so it must not see a larger one. Looks at no more values than it allows.
 */
export function isBoundedJson(value: unknown): boolean {
  let left = mostValues
  const isBounded = (one: unknown, nesting: number): boolean => {
    if (typeof one !== 'object' || one === null) return true
    const [inner, most] = Array.isArray(one) ? [one, mostItems] : [Object.values(one), mostKeys]
    left -= inner.length
    if (nesting > deepestNesting || inner.length > most || left < 0) return false
    return inner.every((each) => isBounded(each, nesting + 1))
  }
  return isBounded(value, 1)
}
