import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './rest.ts'

/** How long a stopping node waits for open requests and connections. */
const drainMilliseconds = 5000

export interface ConnectionDrain {
  /** From now on every new request is refused as `unavailable`. */
  start(): void
  isDraining(): boolean
  /** Resolves when every response is sent and every upgraded connection closed, after five seconds at the latest. */
  finished(): Promise<void>
  /** Destroys the upgraded connections that are left: closing the HTTP server would wait for them. */
  terminateRest(): void
}

/** Counts a node's open requests and upgraded connections (rule NOD-2); create it before any route. */
export function createConnectionDrain(app: FastifyInstance): ConnectionDrain {
  /** Responses whose last byte is not sent yet. */
  const responses = new Set<ServerResponse>()
  const upgraded = new Set<Duplex>()
  let draining = false
  let onEmpty = () => {}

  function track<T extends { once(event: 'close', listener: () => void): unknown }>(
    open: Set<T>,
    one: T,
  ): void {
    open.add(one)
    one.once('close', () => {
      open.delete(one)
      if (isEmpty()) onEmpty()
    })
  }
  const isEmpty = () => responses.size === 0 && upgraded.size === 0

  app.addHook('onRequest', async (request, reply) => {
    if (!draining) return track(responses, reply.raw)
    reply.header('connection', 'close')
    return sendRefusal(request, reply, { code: 'unavailable', params: {} })
  })
  // Prepended, so that it also runs where a host name resolves to two addresses and there are two servers.
  app.server.prependListener('upgrade', (_request, socket) => track(upgraded, socket))

  return {
    start() {
      draining = true
    },
    isDraining: () => draining,
    finished: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, drainMilliseconds)
        onEmpty = () => {
          clearTimeout(timer)
          resolve()
        }
        if (isEmpty()) onEmpty()
      }),
    terminateRest() {
      for (const socket of upgraded) socket.destroy()
    },
  }
}
