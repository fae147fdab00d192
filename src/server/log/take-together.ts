/*
 * Many sessions share a commit, so that each costs little. But a large commit leaves this process idle while the database
 * writes, and then the database idle while the next is decided. So commits are bounded, and several run at once.
 */

/** A commit has at most so many sessions, and at most so many commands unless one session alone has more. */
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
