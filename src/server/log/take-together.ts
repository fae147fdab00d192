/*
 * Many sessions share a commit, so that each costs little; but a large one keeps the database busy alone, while nothing
 * is decided, and then waits itself. So commits are bounded, and some are decided while others are written.
 */

/** A commit holds one session more only up to so many sessions, and so many commands. */
const most = { sessions: 25, commands: 250 } as const

/** Removes from the front of `waiting` those that share a commit: at least one; `commandsOf` counts commands. */
export function takeTogether<T>(waiting: T[], commandsOf: (one: T) => number): T[] {
  let sessions = 0
  let commands = 0
  for (const one of waiting.slice(0, most.sessions)) {
    commands += commandsOf(one)
    if (sessions > 0 && commands > most.commands) break
    sessions += 1
  }
  return waiting.splice(0, sessions)
}
