import { hasSameFields } from '#client/ui/same-fields.ts'

/** What was selected, and the fields that the selector looked at, as they were. */
interface Made<S, T> {
  readonly fields: ReadonlyMap<keyof S, unknown>
  readonly selector: (snapshot: S) => T
  readonly value: T
}

/**
 * Selects from one snapshot after the other. A selector runs again only if a field that it looked at has changed, and what
 * it selects keeps its identity while it has the same fields: many selectors look at each of a thousand bidders, and
 * something of the snapshot changes several times a second.
 */
export function createSelection<S extends object, T>(): (snapshot: S, selector: (snapshot: S) => T) => T {
  let made: Made<S, T> | null = null
  return (snapshot, selector) => {
    if (made?.selector === selector && !hasChanged(made.fields, snapshot)) return made.value
    const fields = new Map<keyof S, unknown>()
    const selected = selector(watched(snapshot, fields))
    const value = made && hasSameFields(made.value, selected) ? made.value : selected
    made = { fields, selector, value }
    return value
  }
}

function hasChanged<S>(fields: Made<S, unknown>['fields'], now: S): boolean {
  for (const [field, value] of fields) if (now[field] !== value) return true
  return false
}

/** The snapshot; notes the fields that are looked at. */
function watched<S extends object>(snapshot: S, fields: Map<keyof S, unknown>): S {
  return new Proxy(snapshot, {
    get(target, key) {
      const field = key as keyof S
      const value = target[field]
      fields.set(field, value)
      return value
    },
  })
}
