import { io, type Socket } from 'socket.io-client'
import { type ClosableTransport, transportOver } from '#client/net/socket-transport.ts'
import { wireVersion } from '#protocol/socket/messages.ts'

/** Sees every frame's text as it came; for tests that search through all there is. */
export type FrameTap = (text: string) => void

export interface SocketOptions {
  readonly url: string
  /** The section's authorization; asked for at every connect. */
  token(): string
  /** The server knows the authorization no longer: gets another one. */
  renew(): Promise<void>
  readonly frames?: FrameTap | undefined
}

const returnMs = 300

/** A session's socket in Node, quick to come back; a message that does not fit the protocol is an error. */
export function openSocket({ url, token, renew, frames }: SocketOptions): ClosableTransport {
  const socket = io(url, {
    auth: (give) => give({ token: token(), version: wireVersion }),
    transports: ['websocket'],
    forceNew: true,
    timeout: 10_000,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
  })
  if (frames) tapFrames(socket, frames)
  return transportOver(socket, {
    returnMs,
    // Without an answer the old one is tried again.
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

/** The text under Socket.IO's own messages, frame by frame, on whatever connection it has. */
function tapFrames(socket: Socket, frames: FrameTap): void {
  socket.io.on('open', () => {
    socket.io.engine.on('packet', (packet) => {
      if (typeof packet.data === 'string') frames(packet.data)
    })
  })
}
