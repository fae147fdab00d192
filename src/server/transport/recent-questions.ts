import type { Clock } from '#lib/ports.ts'

export type RecentQuestions = ReturnType<typeof createRecentQuestions>

/** So long after a question there may be more of them. */
const recentMilliseconds = 1000

/** Knows whether somebody has lately sent this node a call or a command, which wait for their answers. */
export function createRecentQuestions(clock: Clock) {
  let last = Number.NEGATIVE_INFINITY
  return {
    asked(): void {
      last = clock()
    },
    any: (): boolean => clock() - last < recentMilliseconds,
  }
}
