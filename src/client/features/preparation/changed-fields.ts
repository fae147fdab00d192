/** The fields of a form that differ from their initial values. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const field in after) if (after[field] !== before[field]) changed[field] = after[field]
  return changed
}
