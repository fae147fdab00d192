import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './rest.ts'

/** How long a node that is being stopped waits for what is under way. */
const patienceMilliseconds = 5000

export interface LastCalls {
  /** From now on nobody is let in: who calls is told to ask elsewhere. */
  refuseNew(): void
  isRefusing(): boolean
  /** Resolves when every call is answered and every upgraded connection ended, after five seconds at the latest. */
  over(): Promise<void>
  /** Ends the upgraded connections that are left: the HTTP server knows of them no longer, and would wait for them. */
  cutOff(): void
}

/** Keeps count of the calls and sockets of a node (rule NOD-2); before any call is on it. */
export function createLastCalls(app: FastifyInstance): LastCalls {
  /** Responses that are under way, to their last byte. */
  const calls = new Set<ServerResponse>()
  const upgraded = new Set<Duplex>()
  let refusing = false
  let tell = () => {}

  function keep<T extends { once(event: 'close', listener: () => void): unknown }>(
    all: Set<T>,
    one: T,
  ): void {
    all.add(one)
    one.once('close', () => {
      all.delete(one)
      if (isOver()) tell()
    })
  }
  const isOver = () => calls.size === 0 && upgraded.size === 0

  app.addHook('onRequest', async (request, reply) => {
    if (!refusing) return keep(calls, reply.raw)
    reply.header('connection', 'close')
    return sendRefusal(request, reply, { code: 'unavailable', params: {} })
  })
  // Of both servers, where a name stands for two addresses.
  app.server.prependListener('upgrade', (_request, socket) => keep(upgraded, socket))

  return {
    refuseNew() {
      refusing = true
    },
    isRefusing: () => refusing,
    over: () =>
      new Promise((resolve) => {
        const patience = setTimeout(resolve, patienceMilliseconds)
        tell = () => {
          clearTimeout(patience)
          resolve()
        }
        if (isOver()) tell()
      }),
    cutOff() {
      for (const socket of upgraded) socket.destroy()
    },
  }
}
