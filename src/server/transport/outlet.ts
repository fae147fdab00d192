import type { Socket as TcpSocket } from 'node:net'
import type { Socket } from 'socket.io'
import type { Encoded } from './frames.ts'

/** Where a reader's messages go out. */
export interface Outlet {
  /** Sends, in order with everything else on this connection; at once when the line is free. */
  send(message: Encoded): void
  /** Whether the network has taken everything so far: whoever waits for this never has more than one page in memory. */
  isClear(): boolean
  /** Calls once, when the line is clear again; the last one asked for counts. */
  onceClear(then: () => void): void
  /** What the network has not taken yet; no unit, good for seeing whether it moves. */
  waiting(): number
  /** Breaks the line without ceremony: its other end has stopped reading. */
  cut(): void
}

export interface SocketOutlet extends Outlet {
  /** What is sent before the event loop's next turn goes out in one system call. */
  gather(): void
}

/** Gathers what is written to a connection before the event loop's next turn. */
export function gatherWrites(tcp: Pick<TcpSocket, 'cork' | 'uncork'>): void {
  tcp.cork()
  setImmediate(() => tcp.uncork())
}

/**
 * What is used of Engine.IO's socket (6.6) beyond its types. Were it not there any more, messages would go the ordinary
 * way: slower, not wrong.
 */
interface Engine {
  readonly readyState: string
  readonly transport: Transport
  readonly writeBuffer: readonly unknown[]
  write(packet: string, options: { compress: boolean; wsPreEncodedFrame: readonly Buffer[] }): void
  once(event: 'drain', listener: () => void): void
  close(discard: boolean): void
}

interface Transport {
  readonly name: string
  readonly writable: boolean
  readonly socket?: { readonly readyState: number; readonly _socket?: TcpSocket; terminate(): void }
}

/**
 * The outlet of a Socket.IO connection. On a WebSocket with nothing before it in Engine.IO's own buffer the frame is
 * written straight to the network, one system call each; everywhere else it goes the ordinary way.
 */
export function socketOutlet(socket: Socket): SocketOutlet {
  const engine = socket.conn as unknown as Engine
  let wanted: (() => void) | null = null

  function wire(): TcpSocket | undefined {
    return engine.transport.name === 'websocket' ? engine.transport.socket?._socket : undefined
  }

  function isClear(): boolean {
    return engine.writeBuffer.length === 0 && !wire()?.writableNeedDrain
  }

  function listen(): void {
    const tcp = wire()
    if (engine.writeBuffer.length === 0 && tcp) tcp.once('drain', look)
    else engine.once('drain', look)
  }

  function look(): void {
    if (isClear()) {
      const then = wanted
      wanted = null
      then?.()
    } else listen()
  }

  return {
    send({ packet, frame }) {
      const { transport } = engine
      const tcp = wire()
      const isFree = transport.writable && engine.writeBuffer.length === 0
      if (tcp && isFree && engine.readyState === 'open' && transport.socket?.readyState === 1)
        tcp.write(frame)
      else engine.write(packet, { compress: false, wsPreEncodedFrame: [frame] })
    },
    gather() {
      const tcp = wire()
      if (tcp) gatherWrites(tcp)
    },
    isClear,
    onceClear(then) {
      const isListening = wanted !== null
      wanted = then
      if (!isListening) listen()
    },
    waiting() {
      const tcp = wire()
      return tcp ? unsent(tcp) + engine.writeBuffer.length : engine.writeBuffer.length
    },
    cut() {
      if (engine.transport.name === 'websocket' && engine.transport.socket)
        engine.transport.socket.terminate()
      else engine.close(true)
    },
  }
}

/** Bytes that wait in the process, those of a write that the kernel took in part included. */
function unsent(tcp: TcpSocket): number {
  const { _handle: handle } = tcp as unknown as { _handle?: { writeQueueSize?: number } | null }
  return tcp.writableLength + (handle?.writeQueueSize ?? 0)
}
