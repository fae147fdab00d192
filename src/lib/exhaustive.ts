/** Closes a switch over a union: the compiler rejects a missing case. */
export function exhaustive(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`)
}
