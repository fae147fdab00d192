/** Whoever is present has this long to join at least, before the opener may stop (milliseconds). */
export const shortestJoining = 3_000
/** And this long where the opener never stops; a repeated attempt waits no longer than it must. */
export const longestJoining = 60_000
/** So long do contributors have to reveal. */
export const revealing = 10_000
