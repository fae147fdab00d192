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
 * straight to the TCP socket; until then messages go through Engine.IO. From then on only Engine.IO's own packets, such
 * as pings, may go through it: who sends by a writer must not use `socket.emit`, which the writer would not see waiting.
 */
export function createSocketWriter(socket: Socket): SocketIoWriter {
  return new EngineWriter(socket.conn as unknown as Engine)
}

/** A class, because its methods are shared: with thousands of readers, sending is bound by memory access. */
class EngineWriter implements SocketIoWriter {
  readonly #engine: Engine
  /** Where messages are written to, once the connection is a WebSocket. */
  #tcp: TcpSocket | null = null
  #onDrained: (() => void) | null = null
  /** Bytes of answers since the connection was last drained. */
  #waiting = 0

  constructor(engine: Engine) {
    this.#engine = engine
  }

  send({ packet, frames }: EncodedMessage): void {
    const tcp = this.#tcp ?? this.#findTcp()
    if (tcp?.writable) writeFrames(tcp, frames)
    else this.#engine.write(packet, { compress: false, wsPreEncodedFrame: frames })
  }

  sendIfDrained(message: EncodedMessage): boolean {
    if (!this.isDrained()) return false
    this.send(message)
    return true
  }

  answer(message: EncodedMessage): void {
    this.#waiting = lengthOf(message) + (this.isDrained() ? 0 : this.#waiting)
    if (this.#waiting > waitingBytes) this.terminate()
    else this.send(message)
  }

  cork(): void {
    const tcp = tcpOf(this.#engine)
    if (tcp) corkUntilNextTurn(tcp)
  }

  isDrained(): boolean {
    const tcp = this.#tcp ?? this.#findTcp()
    return tcp ? !tcp.writableNeedDrain : this.#engine.writeBuffer.length === 0
  }

  onceDrained(then: () => void): void {
    const isListening = this.#onDrained !== null
    this.#onDrained = then
    if (!isListening) this.#listen()
  }

  queued(): number {
    return queuedBytes(this.#engine) + this.#engine.writeBuffer.length
  }

  terminate(): void {
    terminateEngine(this.#engine)
  }

  #findTcp(): TcpSocket | null {
    const { readyState, transport, writeBuffer } = this.#engine
    const isIdle = writeBuffer.length === 0 && readyState === 'open'
    const tcp = isIdle ? tcpOf(this.#engine) : undefined
    if (!tcp || transport.socket?.readyState !== 1) return null
    this.#engine.once('close', () => {
      this.#tcp = null
    })
    this.#tcp = tcp
    return tcp
  }

  #listen(): void {
    const drains = this.#tcp ?? this.#engine
    drains.once('drain', () => {
      if (!this.isDrained()) return this.#listen()
      const then = this.#onDrained
      this.#onDrained = null
      then?.()
    })
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
