import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../fixtures/server-process.ts'
import { type Lane, openLane } from './delayed-pipe.ts'
import { type Fault, fairWeather, type Step, type Weather } from './network-conditions.ts'
import { seeded } from './seeded-random.ts'

export interface ProxyOptions {
  /** Ports of the servers behind it on this machine; connections take turns, and pass over one that refuses. */
  readonly targets: readonly number[]
  /** Decides every delay and fault: the same seed, the same draws. */
  readonly seed: number
  /** Its own port; any free one unless given. */
  readonly port?: number
  readonly weather?: Partial<Weather>
}

/** A faulty network between clients and servers. */
export interface FaultyNetwork {
  readonly url: string
  /** Connections that stand, those of which nobody was told that they are dead included. */
  connections(): number
  /** Changes the weather, for the connections that stand as well. */
  set(weather: Partial<Weather>): void
  /** A fault for a share (0 to 1) of the connections that stand. */
  strike(fault: Fault, share?: number): void
  /** Plays a script from now on; the function stops it. */
  play(script: readonly Step[]): () => void
  close(): Promise<void>
}

interface Connection {
  readonly ends: readonly Socket[]
  readonly lanes: readonly Lane[]
  /** The next fault. */
  fate: NodeJS.Timeout | null
  /** The end of a stall. */
  relief: NodeJS.Timeout | null
  halfOpen: boolean
}

/** Starts a TCP proxy on 127.0.0.1 that delays, stalls, cuts and half-opens what passes through it. */
export async function startProxy(options: ProxyOptions): Promise<FaultyNetwork> {
  const random = seeded(options.seed)
  const connections = new Set<Connection>()
  let weather: Weather = { ...fairWeather, ...options.weather }
  let turn = 0

  const latency = () => weather.delayMs + weather.jitterMs * random()

  async function accept(client: Socket): Promise<void> {
    client.on('error', () => {})
    client.setNoDelay(true)
    if (weather.closed) return void client.resetAndDestroy()
    const server = await dial()
    if (!server || client.destroyed) {
      server?.destroy()
      return void client.resetAndDestroy()
    }
    join(client, server)
  }

  async function dial(): Promise<Socket | null> {
    for (let tries = 0; tries < options.targets.length; tries += 1) {
      const port = options.targets[turn++ % options.targets.length]
      const server = await open(Number(port))
      if (server) return server
    }
    return null
  }

  function join(client: Socket, server: Socket): void {
    const lanes = [openLane(client, server, latency), openLane(server, client, latency)]
    const connection: Connection = {
      ends: [client, server],
      lanes,
      fate: null,
      relief: null,
      halfOpen: false,
    }
    connections.add(connection)
    client.once('data', (bytes: Buffer) => {
      if (weather.noWebSockets && /\r\nupgrade: *websocket/i.test(bytes.toString('latin1'))) cut(connection)
    })
    for (const end of connection.ends) end.on('close', () => onClose(connection, end))
    foretell(connection)
  }

  /** One end is gone for good: the other is told, unless that is the fault. */
  function onClose(connection: Connection, end: Socket): void {
    const other = connection.ends.find((one) => one !== end)
    if (!connection.halfOpen && end.readableEnded && !other?.destroyed) return
    if (!connection.halfOpen) other?.destroy()
    if (connection.ends.every(({ destroyed }) => destroyed)) forget(connection)
  }

  function forget(connection: Connection): void {
    for (const timer of [connection.fate, connection.relief]) if (timer) clearTimeout(timer)
    for (const lane of connection.lanes) lane.drop()
    connections.delete(connection)
  }

  function foretell(connection: Connection): void {
    if (connection.fate) clearTimeout(connection.fate)
    connection.fate = null
    if (!weather.goodForMs || weather.faults.length === 0) return
    const [least, most] = weather.goodForMs
    const fault = weather.faults[Math.floor(random() * weather.faults.length)] as Fault
    connection.fate = setTimeout(() => befall(connection, fault), least + (most - least) * random())
  }

  function befall(connection: Connection, fault: Fault): void {
    for (const timer of [connection.fate, connection.relief]) if (timer) clearTimeout(timer)
    if (fault.kind === 'cut') return void cut(connection)
    for (const lane of connection.lanes) lane.hold()
    connection.halfOpen ||= fault.kind === 'half-open'
    if (fault.kind === 'half-open' || connection.halfOpen) return
    connection.relief = setTimeout(() => {
      connection.relief = null
      for (const lane of connection.lanes) lane.go()
      foretell(connection)
    }, fault.forMs)
  }

  function cut(connection: Connection): void {
    for (const end of connection.ends) end.resetAndDestroy()
    forget(connection)
  }

  function set(changes: Partial<Weather>): void {
    weather = { ...weather, ...changes }
    for (const connection of connections) {
      if (weather.closed) cut(connection)
      else if (!connection.halfOpen && !connection.relief && changes.goodForMs !== undefined)
        foretell(connection)
    }
  }

  function strike(fault: Fault, share = 1): void {
    for (const connection of [...connections]) if (random() < share) befall(connection, fault)
  }

  const port = options.port ?? (await freePort())
  const listener = createServer({ allowHalfOpen: true }, (client) => void accept(client))
  await new Promise<void>((done, fail) => {
    listener.once('error', fail)
    listener.listen({ port, host: '127.0.0.1', backlog: 4096 }, done)
  })

  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections.size,
    set,
    strike,
    play(script) {
      const timers = script.map((step) =>
        setTimeout(() => ('weather' in step ? set(step.weather) : strike(step.fault, step.share)), step.atMs),
      )
      return () => timers.forEach(clearTimeout)
    },
    async close() {
      for (const connection of [...connections]) cut(connection)
      await new Promise<void>((done) => listener.close(() => done()))
    },
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
