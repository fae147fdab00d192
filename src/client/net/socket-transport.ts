import { BehaviorSubject, Subject } from 'rxjs'
import type { Socket } from 'socket.io-client'
import { down } from '#protocol/socket/messages.ts'
import type { DownMessage, SocketTransport } from '#streams/transport.ts'
import type { ConnectQuestion } from './connect-question.ts'
import type { EventsChecker } from './events-checker.ts'
import { inOrder } from './in-order.ts'
import { reconnectBackoff } from './reconnect-backoff.ts'
import { UndecodedEvents } from './undecoded-events.ts'

export interface ClosableTransport extends SocketTransport {
  close(): void
}

export interface TransportOptions {
  /**
   * Socket.IO does not reconnect when the server itself ended or refused the connection. Then it is connected again,
   * first after `returnMs`, later with increasing delays until a message arrives.
   */
  comeBack(): void
  readonly returnMs: number
  /** The connection was refused with this message; return false to stop retrying. */
  onRefused?(reason: string): boolean
  /** Part of what the socket sends as `auth`. */
  readonly question: ConnectQuestion
  /** Checks long messages beside the main thread, where the socket leaves them undecoded (`eventsParser`). */
  readonly checker?: EventsChecker
  /** A message does not fit the protocol. */
  onMalformed(kind: DownMessage['kind'], problem: unknown): void
}

/** A Socket.IO connection as the streams use it, in browsers and simulators. */
export function transportOver(socket: Socket, options: TransportOptions): ClosableTransport {
  const connected$ = new BehaviorSubject(false)
  const messages$ = new Subject<DownMessage>()
  const pings$ = new Subject<void>()
  const delays = reconnectBackoff(options.returnMs)
  const queue = inOrder()
  let returning: ReturnType<typeof setTimeout> | undefined

  function take(kind: DownMessage['kind'], body: unknown): void {
    const parsed = down[kind].safeParse(body)
    if (parsed.success) give({ kind, body: parsed.data } as DownMessage)
    else options.onMalformed(kind, parsed.error)
  }

  function takeUndecoded(text: string, isWhole: boolean): void {
    if (isWhole) give({ kind: 'events', body: JSON.parse(text), isWhole })
    else take('events', parsedOrNull(text))
  }

  function give(message: DownMessage): void {
    delays.reset()
    messages$.next(message)
  }

  function onLost(): void {
    queue.clear()
    connected$.next(false)
    clearTimeout(returning)
    if (!socket.active) returning = setTimeout(options.comeBack, delays.next())
  }

  socket.io.on('ping', () => pings$.next())
  socket.on('connect', () => connected$.next(true))
  socket.on('disconnect', onLost)
  socket.on('connect_error', ({ message }) => {
    if (options.onRefused?.(message) !== false) onLost()
  })
  for (const kind of Object.keys(down) as DownMessage['kind'][]) {
    socket.on(kind, (body: unknown) => {
      if (body instanceof UndecodedEvents) {
        const checked = options.checker?.check(body.text) ?? Promise.resolve(false)
        queue.after(checked, (isWhole) => takeUndecoded(body.text, isWhole))
      } else queue.next(() => take(kind, body))
    })
  }
  return {
    connected$,
    messages$,
    pings$,
    askOnConnect: options.question.set,
    // Not queued while disconnected: the streams send what is needed on the next connect.
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
      queue.clear()
      options.checker?.close()
      connected$.next(false)
    },
  }
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
