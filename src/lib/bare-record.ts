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

/** The rows of a record that are kept, as a record without a prototype; no pair is made for the thousands that are not. */
export function recordWhere<T>(
  rows: Readonly<Record<string, T>>,
  isKept: (row: NoInfer<T>) => boolean,
): Record<string, T> {
  const record = emptyRecord<T>()
  for (const key of Object.keys(rows)) {
    const row = rows[key] as T
    if (isKept(row)) record[key] = row
  }
  return record
}
