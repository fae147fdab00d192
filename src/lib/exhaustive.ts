/**
 * Closes a switch over a union that others may add to: the compiler refuses it while a case is missing, and what is
 * met at run time and not in the union yields `otherwise`.
 */
export function ifUnknown<T>(_value: never, otherwise: T): T {
  return otherwise
}

/** Closes a switch over a union: the compiler refuses it while a case is missing. */
export function exhaustive(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
