/** Milliseconds after the declaration before the opener may stop joining. */
export const shortestJoining = 3_000
/** Milliseconds for joining when the opener does not stop it; a repeated attempt takes the shortest time. */
export const longestJoining = 60_000
/** Milliseconds for revealing. */
export const revealing = 10_000
