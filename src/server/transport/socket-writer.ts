import type { Socket as TcpSocket } from 'node:net'
import type { Socket } from 'socket.io'
import { type EncodedMessage, lengthOf } from './encoded-message.ts'

/** Sends encoded messages on one connection. */
export interface SocketWriter {
  /** Sends in order with everything else on this connection; at once when it is drained. */
  send(message: EncodedMessage): void
  /** The same, unless something is queued already: says whether it was sent. */
  sendIfDrained(message: EncodedMessage): boolean
  /** Whether the network has taken everything: a sender that waits for this has one message in memory at most. */
  isDrained(): boolean
  /** Calls `then` once the connection is drained; a later call replaces an earlier one. */
  onceDrained(then: () => void): void
  /** What the network has not taken yet; without a unit, to be compared with an earlier value. */
  queued(): number
  /** Closes the connection without a handshake, because the other end has stopped reading. */
  terminate(): void
}

export interface SocketIoWriter extends SocketWriter {
  /** What is sent before the event loop's next turn goes out in one system call. */
  cork(): void
  /** Answers a message; once too much waits for the connection, which may never read it, it is closed (LIM-3). */
  answer(message: EncodedMessage): void
}

/** Holds writes back until the event loop's next turn, when they go out in one system call. */
export function corkUntilNextTurn(tcp: Pick<TcpSocket, 'cork' | 'uncork'>): void {
  tcp.cork()
  setImmediate(() => tcp.uncork())
}

/**
 * The parts of Engine.IO's socket (6.6) used here that its types do not declare. Without them messages take the
 * library's slower path.
 */
export interface Engine {
  readonly readyState: string
  readonly transport: Transport
  readonly writeBuffer: readonly unknown[]
  write(packet: string, options: { compress: boolean; wsPreEncodedFrame: readonly Buffer[] }): void
  once(event: 'drain' | 'upgrade' | 'close', listener: () => void): void
  prependListener(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void
  close(discard: boolean): void
}

interface Transport {
  readonly name: string
  readonly writable: boolean
  readonly socket?: WebSocket
}

interface WebSocket {
  readonly readyState: number
  readonly _socket?: TcpSocket
  on(event: 'ping', listener: () => void): void
  terminate(): void
}

/** The most bytes of answers that wait for one connection. */
export const waitingBytes = 1_000_000

/**
 * The writer of a Socket.IO connection. Once it is a WebSocket with nothing in Engine.IO's buffer, frames are written
 * straight to the TCP socket, and Engine.IO sends only what is its own, such as pings; until then messages go through
 * Engine.IO. What a message looks at is kept together: for thousands of readers, memory is what sending waits for.
 */
export function createSocketWriter(socket: Socket): SocketIoWriter {
  const engine = socket.conn as unknown as Engine
  /** The WebSocket's line, once messages are written to it; no message is in Engine.IO's buffer from then on. */
  let line: TcpSocket | null = null
  let onDrained: (() => void) | null = null
  /** Bytes of answers since the connection was last drained. */
  let waiting = 0

  function findLine(): TcpSocket | null {
    const isIdle = engine.writeBuffer.length === 0 && engine.readyState === 'open'
    const tcp = isIdle ? tcpOf(engine) : undefined
    if (!tcp || engine.transport.socket?.readyState !== 1) return null
    engine.once('close', () => {
      line = null
    })
    line = tcp
    return tcp
  }

  function isDrained(): boolean {
    const tcp = line ?? findLine()
    return tcp ? !tcp.writableNeedDrain : engine.writeBuffer.length === 0
  }

  function listen(): void {
    if (line) line.once('drain', check)
    else engine.once('drain', check)
  }

  function check(): void {
    if (isDrained()) {
      const then = onDrained
      onDrained = null
      then?.()
    } else listen()
  }

  function send(message: EncodedMessage): void {
    const tcp = line ?? findLine()
    if (tcp?.writable) writeFrames(tcp, message.frames)
    else engine.write(message.packet, { compress: false, wsPreEncodedFrame: message.frames })
  }

  return {
    send,
    sendIfDrained(message) {
      if (!isDrained()) return false
      send(message)
      return true
    },
    answer(message) {
      waiting = lengthOf(message) + (isDrained() ? 0 : waiting)
      if (waiting > waitingBytes) terminateEngine(engine)
      else send(message)
    },
    cork() {
      const tcp = tcpOf(engine)
      if (tcp) corkUntilNextTurn(tcp)
    },
    isDrained,
    onceDrained(then) {
      const isListening = onDrained !== null
      onDrained = then
      if (!isListening) listen()
    },
    queued: () => queuedBytes(engine) + engine.writeBuffer.length,
    terminate: () => terminateEngine(engine),
  }
}

/** Writes frames in one system call. Nothing is copied: what many are sent lies in memory once. */
function writeFrames(tcp: TcpSocket, [first, second]: EncodedMessage['frames']): void {
  if (!second) return void tcp.write(first)
  tcp.cork()
  tcp.write(first)
  tcp.write(second)
  tcp.uncork()
}

/** Closes the connection without a handshake. */
export function terminateEngine(engine: Engine): void {
  const { transport } = engine
  if (transport.name === 'websocket' && transport.socket) transport.socket.terminate()
  else engine.close(true)
}

/** Bytes queued in this process, including the rest of a write that the kernel took in part. */
export function queuedBytes(engine: Engine): number {
  const tcp = tcpOf(engine)
  return tcp ? queuedBytesOf(tcp) : 0
}

/** The same of a TCP socket. */
export function queuedBytesOf(tcp: TcpSocket): number {
  const { _handle: handle } = tcp as unknown as { _handle?: { writeQueueSize?: number } | null }
  return tcp.writableLength + (handle?.writeQueueSize ?? 0)
}

function tcpOf({ transport }: Engine): TcpSocket | undefined {
  return transport.name === 'websocket' ? transport.socket?._socket : undefined
}
