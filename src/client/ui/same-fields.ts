import { shallow } from 'zustand/shallow'

/**
 * Whether two values have the same fields or members, as zustand's `shallow` says it, but without lists of their fields:
 * with a thousand bidders this compares thousands of them at each batch of entries.
 */
export function hasSameFields(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other)) return false
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((member, i) => Object.is(member, other[i]))
  if (Symbol.iterator in one || Symbol.iterator in other) return shallow(one, other)
  for (const field in one) if (!(field in other) || !Object.is(one[field], other[field])) return false
  for (const field in other) if (!(field in one)) return false
  return true
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
