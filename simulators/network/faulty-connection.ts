import type { Socket } from 'node:net'
import { openDelayedPipe } from './delayed-pipe.ts'
import type { Fault, NetworkConditions } from './network-conditions.ts'

/** A client's connection to a server through the proxy. */
export interface FaultyConnection {
  /** Applies a fault now. */
  suffer(fault: Fault): void
  /** Resets both sides. */
  cut(): void
  /** Draws the next fault anew; without effect during a stall and on a half-open connection. */
  scheduleFault(): void
}

export interface FaultyConnectionOptions {
  /** The present conditions. */
  conditions(): NetworkConditions
  /** 0 to 1. */
  random(): number
  /** Both sides are closed. */
  onGone(connection: FaultyConnection): void
}

/** Connects both sockets, with the delays and faults of the present conditions. */
export function joinSockets(
  client: Socket,
  server: Socket,
  { conditions, random, onGone }: FaultyConnectionOptions,
): FaultyConnection {
  const latency = () => conditions().delayMs + conditions().jitterMs * random()
  const ends = [client, server]
  const pipes = [openDelayedPipe(client, server, latency), openDelayedPipe(server, client, latency)]
  let nextFault: NodeJS.Timeout | undefined
  let endOfStall: NodeJS.Timeout | undefined
  let halfOpen = false

  function stopTimers(): void {
    clearTimeout(nextFault)
    clearTimeout(endOfStall)
  }

  function forget(): void {
    stopTimers()
    for (const pipe of pipes) pipe.drop()
    onGone(connection)
  }

  /** Closes the other side too, except on a half-open connection. */
  function onClose(end: Socket): void {
    const other = ends.find((one) => one !== end)
    if (!halfOpen && end.readableEnded && !other?.destroyed) return
    if (!halfOpen) other?.destroy()
    if (ends.every(({ destroyed }) => destroyed)) forget()
  }

  function scheduleFault(): void {
    if (halfOpen || endOfStall) return
    clearTimeout(nextFault)
    const { goodForMs, faults } = conditions()
    if (!goodForMs || faults.length === 0) return
    const [least, most] = goodForMs
    const fault = faults[Math.floor(random() * faults.length)] as Fault
    nextFault = setTimeout(() => suffer(fault), least + (most - least) * random())
  }

  function suffer(fault: Fault): void {
    stopTimers()
    if (fault.kind === 'cut') return void cut()
    for (const pipe of pipes) pipe.hold()
    halfOpen ||= fault.kind === 'half-open'
    if (halfOpen || fault.kind === 'half-open') return
    endOfStall = setTimeout(() => {
      endOfStall = undefined
      for (const pipe of pipes) pipe.resume()
      scheduleFault()
    }, fault.forMs)
  }

  function cut(): void {
    for (const end of ends) end.resetAndDestroy()
    forget()
  }

  const connection: FaultyConnection = { suffer, cut, scheduleFault }
  for (const end of ends) end.on('close', () => onClose(end))
  client.once('data', (bytes: Buffer) => {
    if (conditions().noWebSockets && /\r\nupgrade: *websocket/i.test(bytes.toString('latin1'))) cut()
  })
  scheduleFault()
  return connection
}
