import { connect, createServer, type Socket } from 'node:net'
import { seeded } from '#lib/seeded-random.ts'
import { freePort } from '../fixtures/server-process.ts'
import { type FaultyConnection, joinSockets } from './faulty-connection.ts'
import { type Fault, goodConditions, type NetworkConditions } from './network-conditions.ts'

export interface ProxyOptions {
  /** Ports of the servers on this machine. Connections use them in turn and skip one that refuses. */
  readonly targets: readonly number[]
  /** Decides every delay and fault; the same seed draws the same numbers. */
  readonly seed: number
  readonly conditions?: Partial<NetworkConditions>
}

/** A faulty network between clients and servers. */
export interface FaultyProxy {
  readonly url: string
  /** Number of open connections, half-open ones included. */
  connections(): number
  /** Changes the conditions, for open connections too. */
  set(conditions: Partial<NetworkConditions>): void
  /** Applies a fault to all open connections. */
  inject(fault: Fault): void
  close(): Promise<void>
}

/** Starts a TCP proxy on 127.0.0.1 that delays, stalls, cuts and half-opens connections. */
export async function startProxy({ targets, seed, ...options }: ProxyOptions): Promise<FaultyProxy> {
  const random = seeded(seed)
  const connections = new Set<FaultyConnection>()
  const dial = dialInTurn(targets)
  let conditions: NetworkConditions = { ...goodConditions, ...options.conditions }

  async function accept(client: Socket): Promise<void> {
    client.on('error', () => {})
    client.setNoDelay(true)
    if (conditions.closed) return void client.resetAndDestroy()
    const server = await dial()
    if (!server || client.destroyed) {
      server?.destroy()
      return void client.resetAndDestroy()
    }
    const connection = joinSockets(client, server, {
      conditions: () => conditions,
      random,
      onGone: (gone) => connections.delete(gone),
    })
    connections.add(connection)
  }

  const port = await freePort()
  const listener = createServer({ allowHalfOpen: true }, (client) => void accept(client))
  await new Promise<void>((done, fail) => {
    listener.once('error', fail)
    listener.listen({ port, host: '127.0.0.1', backlog: 4096 }, done)
  })

  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections.size,
    set(changes) {
      conditions = { ...conditions, ...changes }
      for (const connection of [...connections]) {
        if (conditions.closed) connection.cut()
        else if (changes.goodForMs !== undefined) connection.scheduleFault()
      }
    },
    inject(fault) {
      for (const connection of [...connections]) connection.suffer(fault)
    },
    async close() {
      for (const connection of [...connections]) connection.cut()
      await new Promise<void>((done) => listener.close(() => done()))
    },
  }
}

/** Connects to each server in turn; null when all of them refuse. */
function dialInTurn(targets: readonly number[]): () => Promise<Socket | null> {
  let turn = 0
  return async () => {
    for (let tries = 0; tries < targets.length; tries += 1) {
      const port = targets[turn++ % targets.length]
      const server = await open(Number(port))
      if (server) return server
    }
    return null
  }
}

/** A connection to a server; null when it is refused. */
function open(port: number): Promise<Socket | null> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    socket.once('connect', () => done(socket))
    socket.on('error', () => done(null))
  })
}
