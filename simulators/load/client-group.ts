import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AnswerMessage, OrderAnswer, OrderInput, OrderMessage, OrderName } from './client-group-calls.ts'

/** A process of clients. */
export interface Crew {
  /** Gives an order and waits until it is done; what fails there fails here. */
  ask<N extends OrderName>(name: N, input: OrderInput<N>): Promise<OrderAnswer<N>>
  close(): Promise<void>
}

/** Starts a process that plays clients: what they do must not hold up who measures, nor each other more than needed. */
export function startCrew(): Crew {
  const child = fork(fileURLToPath(new URL('./client-group-process.ts', import.meta.url)), {
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
    for (const { fail } of asked.values()) fail(new Error(`a process of clients ended with ${code}`))
  })

  return {
    ask(name, input) {
      last += 1
      const message: OrderMessage = { id: last, name, input }
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
