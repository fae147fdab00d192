import { io, type Socket } from 'socket.io-client'
import { connectQuestion } from '#client/net/connect-question.ts'
import { type ClosableTransport, transportOver } from '#client/net/socket-transport.ts'
import { wireVersion } from '#protocol/socket/messages.ts'

/** Receives every frame's text; for tests that search all traffic. */
export type FrameTap = (text: string) => void

export interface SocketOptions {
  readonly url: string
  /** The section's authorization, read at every connect. */
  token(): string
  /** Gets another authorization when the server refuses this one. */
  renew(): Promise<void>
  readonly frames?: FrameTap | undefined
}

const returnMs = 300

/** A session's socket in Node. It reconnects quickly and throws on messages that violate the protocol. */
export function openSocket({ url, token, renew, frames }: SocketOptions): ClosableTransport {
  const question = connectQuestion()
  const socket = io(url, {
    auth: (give) => give({ token: token(), version: wireVersion, ...question.auth() }),
    transports: ['websocket'],
    forceNew: true,
    timeout: 10_000,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
  })
  if (frames) tapFrames(socket, frames)
  return transportOver(socket, {
    returnMs,
    question,
    // When that fails, the old authorization is tried again.
    comeBack: () =>
      void renew().then(
        () => socket.connect(),
        () => socket.connect(),
      ),
    onMalformed(kind, problem) {
      throw new Error(`a malformed ${kind} message`, { cause: problem })
    },
  })
}

/** Passes on the text of every frame, on every connection. */
function tapFrames(socket: Socket, frames: FrameTap): void {
  socket.io.on('open', () => {
    socket.io.engine.on('packet', (packet) => {
      if (typeof packet.data === 'string') frames(packet.data)
    })
  })
}
