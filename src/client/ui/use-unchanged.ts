import { useRef } from 'react'
import { hasSameFields } from './same-fields.ts'

/** The value of before as long as the new one has the same fields: what is made of it need not be made anew. */
export function useUnchanged<T>(value: T): T {
  const kept = useRef(value)
  if (!hasSameFields(kept.current, value)) kept.current = value
  return kept.current
}

/**
 * The rows of before where they have the same fields, and the same list if all have: tables are made anew with each
 * entry of the log, which changes few of their rows.
 */
export function useUnchangedRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): readonly Row[] {
  const kept = useRef(rows)
  const before = kept.current
  if (rows !== before) {
    let known: Map<string, Row> | null = null
    const mixed = rows.map((row, index) => {
      const key = rowKey(row)
      let one = before[index]
      // Rows seldom change their places.
      if (one === undefined || rowKey(one) !== key) {
        known ??= new Map(before.map((other) => [rowKey(other), other]))
        one = known.get(key)
      }
      return one !== undefined && hasSameFields(one, row) ? one : row
    })
    if (!hasSameFields(before, mixed)) kept.current = mixed
  }
  return kept.current
}
