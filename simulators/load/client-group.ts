import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AnswerMessage, CallAnswer, CallInput, CallMessage, CallName } from './client-group-calls.ts'

/** Tells the process of a client group to yield. */
export const yielding = 'yields'

/** Clients that are called together, usually in a process of their own. */
export interface ClientGroup {
  /** Calls the group; an error there rejects here. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallAnswer<N>>
  close(): Promise<void>
}

/**
 * Starts a process of its own for clients, so that they do not slow down the others; `name` is its in the report. One that
 * `yields` takes what the others leave of this machine.
 */
export function startClientGroup(name: string, yields = false): ClientGroup {
  const program = fileURLToPath(new URL('./client-group-process.ts', import.meta.url))
  const child = fork(program, [name, ...(yields ? [yielding] : [])], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  const asked = new Map<number, { done(answer: unknown): void; fail(problem: Error): void }>()
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  let last = 0

  child.on('message', ({ id, answer, problem }: AnswerMessage) => {
    const waiting = asked.get(id)
    asked.delete(id)
    if (problem === undefined) waiting?.done(answer)
    else waiting?.fail(new Error(problem))
  })
  child.once('exit', (code) => {
    for (const { fail } of asked.values()) fail(new Error(`a client group ended with code ${code}`))
  })

  return {
    call(name, input) {
      last += 1
      const message: CallMessage = { id: last, name, input }
      return new Promise((done, fail) => {
        asked.set(message.id, { done: done as (answer: unknown) => void, fail })
        child.send(message, (error) => error && fail(error))
      })
    },
    async close() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
