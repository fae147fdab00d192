import { BehaviorSubject, Subject } from 'rxjs'
import { io, type Socket } from 'socket.io-client'
import { down, wireVersion } from '#protocol/socket/messages.ts'
import type { DownMessage, SocketTransport } from '#streams/transport.ts'

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
export function openSocket({
  url,
  token,
  renew,
  frames,
}: SocketOptions): SocketTransport & { close(): void } {
  const socket = io(url, {
    auth: (give) => give({ token: token(), version: wireVersion }),
    transports: ['websocket'],
    forceNew: true,
    timeout: 10_000,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
  })
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  const pings$ = new Subject<void>()
  let returning: NodeJS.Timeout | undefined

  /** Where the server itself closed the door, the library leaves it to us to come back. */
  function comeBack(): void {
    connected$.next(false)
    clearTimeout(returning)
    if (socket.active) return
    returning = setTimeout(() => {
      // Without an answer the old one is tried again.
      void renew().then(
        () => socket.connect(),
        () => socket.connect(),
      )
    }, returnMs)
  }

  if (frames) tapFrames(socket, frames)
  socket.io.on('ping', () => pings$.next())
  socket.on('connect', () => connected$.next(true))
  socket.on('disconnect', comeBack)
  socket.on('connect_error', comeBack)
  for (const kind of Object.keys(down) as DownMessage['kind'][]) {
    socket.on(kind, (body: unknown) => messages$.next({ kind, body: down[kind].parse(body) } as DownMessage))
  }
  return {
    connected$,
    messages$,
    pings$,
    send: ({ kind, body }) => void (socket.connected && socket.emit(kind, body)),
    restart() {
      socket.disconnect()
      clearTimeout(returning)
      socket.connect()
    },
    close() {
      clearTimeout(returning)
      socket.off()
      socket.io.off('ping')
      socket.disconnect()
      connected$.next(false)
    },
  }
}

/** The text under Socket.IO's own messages, frame by frame, on whatever connection it has. */
function tapFrames(socket: Socket, frames: FrameTap): void {
  socket.io.on('open', () => {
    socket.io.engine.on('packet', (packet) => {
      if (typeof packet.data === 'string') frames(packet.data)
    })
  })
}
