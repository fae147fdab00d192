/** The present moment in epoch milliseconds, passed in wherever time matters. */
export type Clock = () => number

/** `length` random bytes, passed in wherever randomness matters. */
export type Random = (length: number) => Uint8Array
