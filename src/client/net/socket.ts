import { BehaviorSubject, Subject } from 'rxjs'
import { io } from 'socket.io-client'
import type { Language } from '#protocol/messages/codes.ts'
import { down, wireVersion } from '#protocol/socket/messages.ts'
import type { DownMessage, SocketTransport } from '#streams/transport.ts'

export interface ClosableSocket extends SocketTransport {
  close(): void
}

export interface SocketPorts {
  /** The section's authorization, asked for at every connect. */
  token(): string | null
  language(): Language
  /** Origin of the server; the page's own where it is left out. */
  readonly url?: string
}

/** Where the server itself ended the connection, the library leaves it to us to come back. */
const returnMs = 3000

/** The session's socket: reconnects by itself, spread out; what does not fit the protocol is dropped. */
export function openSocket({ token, language, url }: SocketPorts): ClosableSocket {
  const options = {
    auth: (give: (data: object) => void) =>
      give({ token: token(), language: language(), version: wireVersion }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    forceNew: true,
  }
  const socket = url === undefined ? io(options) : io(url, options)
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  let returning: ReturnType<typeof setTimeout> | undefined

  function comeBack(): void {
    connected$.next(false)
    clearTimeout(returning)
    if (!socket.active) returning = setTimeout(() => socket.connect(), returnMs)
  }

  socket.on('connect', () => connected$.next(true))
  socket.on('disconnect', comeBack)
  socket.on('connect_error', comeBack)
  for (const kind of Object.keys(down) as DownMessage['kind'][]) {
    socket.on(kind, (body: unknown) => {
      const parsed = down[kind].safeParse(body)
      if (parsed.success) messages$.next({ kind, body: parsed.data } as DownMessage)
      else console.error(`dropped a malformed ${kind} message`, parsed.error.issues[0])
    })
  }
  return {
    connected$,
    messages$,
    // What cannot go out now is asked for again on the next connect; a queue of old wishes would only confuse.
    send: ({ kind, body }) => void (socket.connected && socket.emit(kind, body)),
    close() {
      clearTimeout(returning)
      socket.off()
      socket.disconnect()
      connected$.next(false)
    },
  }
}
