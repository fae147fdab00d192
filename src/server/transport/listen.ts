import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface Where {
  readonly host: string
  readonly port: number
  readonly backlog: number
}

/**
 * Listens on every address of a host: `localhost` has two. All connections go through the app's one server, so that
 * what listens to it and limits it holds for them all; the framework would make a second one.
 */
export async function listen(app: FastifyInstance, { host, port, backlog }: Where, find = addressesOf) {
  const [first = host, ...more] = host === 'localhost' ? await find(host) : [host]
  await app.listen({ host: first, port, backlog })
  const { port: given } = app.server.address() as AddressInfo
  const others: Server[] = []
  for (const other of more) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    // The other address may be taken, or not of this machine.
    if (await listens(server, { host: other, port: given, backlog })) others.push(server)
  }
  return {
    port: given,
    /** Accepts no more on the other addresses; the app's own is closed with it. */
    close: () => void others.map((server) => server.close()),
  }
}

/** Fails as `listen` would where the port is taken: before anything else is started. */
export async function expectFreePort({ host, port }: Pick<Where, 'host' | 'port'>): Promise<void> {
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

function listens(server: Server, where: Where): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false))
    server.listen(where, () => done(true))
  })
}
