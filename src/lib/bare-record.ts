/** A record without a prototype: keys come from outside, and `constructor` must not be found. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null)
}

/** The entries as a record without a prototype. */
export function recordOf<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const record = emptyRecord<T>()
  for (const [key, value] of entries) record[key] = value
  return record
}
