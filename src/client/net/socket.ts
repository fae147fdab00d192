import { BehaviorSubject, type Observable } from 'rxjs'
import { io } from 'socket.io-client'
import type { Language } from '#protocol/messages/codes.ts'
import { wireVersion, wireVersionRefused } from '#protocol/socket/messages.ts'
import { connectQuestion } from './connect-question.ts'
import { createEventsChecker } from './events-checker.ts'
import { socketOptions } from './socket-options.ts'
import { type ClosableTransport, transportOver } from './socket-transport.ts'
import { eventsParser } from './undecoded-events.ts'

export interface ClosableSocket extends ClosableTransport {
  /** The server has another version of the protocol: nothing is retried, only a reload of the page helps. */
  readonly outdated$: Observable<boolean>
}

export interface SocketPorts {
  /** The section's authorization, called at every connect. */
  token(): Promise<string | null>
  /** Called when the server refused the authorization: renews it before the next attempt, or ends the login. */
  expired?(): Promise<unknown>
  language(): Language
  /** Origin of the server; by default the page's own. */
  readonly url?: string
  /** The first delay before reconnecting when the server itself ended or refused the connection. */
  readonly returnMs?: number
}

/** The session's socket: reconnects by itself, with jitter, and drops messages that do not fit the protocol. */
export function openSocket({ token, expired, language, url, returnMs = 3000 }: SocketPorts): ClosableSocket {
  const question = connectQuestion()
  const options = {
    auth: (give: (data: object) => void) =>
      void token().then((token) =>
        give({ token, language: language(), version: wireVersion, ...question.auth() }),
      ),
    ...socketOptions,
    parser: eventsParser,
  }
  const socket = url === undefined ? io(options) : io(url, options)
  const outdated$ = new BehaviorSubject(false)
  const transport = transportOver(socket, {
    returnMs,
    question,
    checker: createEventsChecker(),
    comeBack: () => socket.connect(),
    onRefused(reason) {
      if (reason === wireVersionRefused) outdated$.next(true)
      if (reason === 'session-expired') void expired?.()
      return reason !== wireVersionRefused
    },
    onMalformed: (kind, problem) => console.error(`dropped a malformed ${kind} message`, problem),
  })
  return { ...transport, outdated$ }
}
