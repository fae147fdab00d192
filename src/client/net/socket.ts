import { BehaviorSubject, type Observable, Subject } from 'rxjs'
import { io } from 'socket.io-client'
import type { Language } from '#protocol/messages/codes.ts'
import { down, wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import type { DownMessage, SocketTransport } from '#streams/transport.ts'

export interface ClosableSocket extends SocketTransport {
  /** The server speaks another version of the protocol: only loading the page again helps, and nothing is retried. */
  readonly outdated$: Observable<boolean>
  close(): void
}

export interface SocketPorts {
  /** The section's authorization, asked for at every connect. */
  token(): string | null
  language(): Language
  /** Origin of the server; the page's own where it is left out. */
  readonly url?: string
  /** Where the server itself ended the connection, the library leaves it to us to come back, after this time. */
  readonly returnMs?: number
}

/** The session's socket: reconnects by itself, spread out; what does not fit the protocol is dropped. */
export function openSocket({ token, language, url, returnMs = 3000 }: SocketPorts): ClosableSocket {
  const options = {
    auth: (give: (data: object) => void) =>
      give({ token: token(), language: language(), version: wireVersion }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: 10_000,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    forceNew: true,
  }
  const socket = url === undefined ? io(options) : io(url, options)
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  const pings$ = new Subject<void>()
  const outdated$ = new BehaviorSubject(false)
  let returning: ReturnType<typeof setTimeout> | undefined

  function comeBack(): void {
    connected$.next(false)
    clearTimeout(returning)
    if (!socket.active) returning = setTimeout(() => socket.connect(), returnMs)
  }

  socket.io.on('ping', () => pings$.next())
  socket.on('connect', () => connected$.next(true))
  socket.on('disconnect', comeBack)
  socket.on('connect_error', (problem) => {
    if (problem.message === wireVersionRefused) outdated$.next(true)
    else comeBack()
  })
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
    pings$,
    outdated$,
    // What cannot go out now is asked for again on the next connect; a queue of old wishes would only confuse.
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
