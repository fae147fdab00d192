/** A value short enough to read: the first few items of long lists and records, and how many were left out. */
export function shortenValue(value: unknown, keep = 5): unknown {
  if (Array.isArray(value)) {
    const rest = value.length - keep
    const head = value.slice(0, keep).map((item) => shortenValue(item, keep))
    return rest > 0 ? [...head, `… ${rest} more`] : head
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  const long = fields.length > 40
  const shown = (long ? fields.slice(0, keep) : fields).map(([key, field]) => [
    key,
    shortenValue(field, keep),
  ])
  return Object.fromEntries(long ? [...shown, ['…', `${fields.length - keep} more`]] : shown)
}
