import { constants, getPriority, setPriority } from 'node:os'
import { yielding } from './client-group.ts'
import type { AnswerMessage, CallMessage } from './client-group-calls.ts'
import { clientGroupHere } from './client-group-here.ts'

/* The process of a client group. `startClientGroup` starts and calls it over IPC; it exits when the channel closes. */

const low = constants.priority.PRIORITY_BELOW_NORMAL
// An unprivileged process cannot raise its priority, so one that is lower already keeps it.
if (process.argv[3] === yielding && getPriority() < low) setPriority(low)

const group = clientGroupHere(process.argv[2] ?? '')

process.on('message', async ({ id, name, input }: CallMessage) => {
  const answer = await group.call(name, input as never).then(
    (value): AnswerMessage => ({ id, answer: value }),
    (error: unknown): AnswerMessage => ({
      id,
      problem: error instanceof Error ? error.message : String(error),
    }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches all processes; the parent process ends this one.
process.on('SIGINT', () => {})
