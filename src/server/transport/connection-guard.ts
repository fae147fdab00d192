import type { Logger } from 'pino'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '#lib/ports.ts'
import { type Engine, queuedBytes, terminateEngine, waitingBytes } from './socket-writer.ts'
import { createTokenBucket } from './token-bucket.ts'

/*
 * What a connection may do whoever it is (rules LIM-4, LIM-5, LIM-8). Honest clients send a pong every ten seconds, and a few
 * subscriptions and commands a minute.
 */

/** Packets of one connection: a burst, then twenty a second. */
const packetsAtOnce = 400
const packetsPerSecond = 20
/** What one connection sends, in bytes: a burst, then two megabytes a minute. A command has a few kilobytes at most. */
const bytesAtOnce = 2_000_000
const bytesPerSecond = bytesAtOnce / 60
/** Refused commands and unknown events of one connection: a burst, then one a second. */
const faultsAtOnce = 100
const faultsPerSecond = 1
/** How often a connection may ask to be admitted. */
const mostAdmissions = 5
/** How long a connection may stay without a login. */
const unauthenticatedMilliseconds = 5000

export interface ConnectionGuard {
  /** Counts a refusal or an unknown event; ends the connection when there were too many. */
  fault(): void
}

interface Guard extends ConnectionGuard {
  admitted(onCut: (reason: string) => void): void
  end(reason: string): void
}

export type ConnectionGuards = ReturnType<typeof guardConnections>

/** Watches every connection of the server. */
export function guardConnections(io: Server, clock: Clock, logger: Logger) {
  const guards = new WeakMap<object, Guard>()
  io.engine.on('connection', (connection: Engine) => {
    guards.set(connection, guardConnection(connection, clock, logger))
  })

  function of({ conn }: Pick<Socket, 'conn'>): Guard {
    const guard = guards.get(conn)
    if (!guard) throw new Error('a socket came without a connection')
    return guard
  }

  return {
    of: (socket: Pick<Socket, 'conn'>): ConnectionGuard => of(socket),
    /** Lets an admitted socket stay, counts its events besides these, and ends its connection when it leaves. */
    /** `onCut` is called when it is ended for what it sent. */
    admit(socket: Socket, events: readonly string[], onCut: (reason: string) => void): void {
      const guard = of(socket)
      guard.admitted(onCut)
      socket.onAny((event: unknown) => {
        if (!events.some((known) => known === event)) guard.fault()
      })
      socket.once('disconnect', (reason) => {
        if (reason === 'client namespace disconnect') guard.end('its socket has left')
      })
    },
  }
}

function guardConnection(connection: Engine, clock: Clock, logger: Logger): Guard {
  const takesPacket = createTokenBucket(packetsAtOnce, packetsPerSecond, clock)
  const takesBytes = createTokenBucket(bytesAtOnce, bytesPerSecond, clock)
  const takesFault = createTokenBucket(faultsAtOnce, faultsPerSecond, clock)
  let admissions = 0
  let hasEnded = false
  let tellOfCut: ((reason: string) => void) | null = null
  const withoutLogin = setTimeout(() => end('it has no login'), unauthenticatedMilliseconds)

  function end(reason: string): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(withoutLogin)
    if (connection.readyState === 'closed') return
    logger.info({ reason }, 'a connection was ended')
    terminateEngine(connection)
  }

  /** Ends it for what it sends. */
  function cut(reason: string): void {
    if (!hasEnded) tellOfCut?.(reason)
    end(reason)
  }

  connection.prependListener('packet', ({ type, data }) => {
    if (!takesPacket()) return cut('it sends too many packets')
    if (!takesBytes(sizeOf(data))) return cut('it sends too much')
    if (type !== 'message') return
    // No message of the hall has binary parts, and the library would keep them until the last one has come.
    if (typeof data !== 'string' || /^[56]/.test(data)) return cut('it sends binary messages')
    if (!data.startsWith('0')) return
    admissions += 1
    if (admissions > mostAdmissions) cut('it asks for admission too often')
    // After an outage thousands ask at once, and their logins are looked up one after the other.
    else if (admissions === 1) withoutLogin.refresh()
  })
  connection.once('close', () => end('it was closed'))
  watchPings(connection, () => {
    // The library answers each one, also where nobody reads the answers.
    if (!takesPacket() || queuedBytes(connection) > waitingBytes) cut('it sends too many pings')
  })

  return {
    admitted(onCut) {
      clearTimeout(withoutLogin)
      tellOfCut = onCut
    },
    end,
    fault() {
      if (!takesFault()) cut('it was refused too often')
    },
  }
}

function sizeOf(data: unknown): number {
  return typeof data === 'string' || Buffer.isBuffer(data) ? Buffer.byteLength(data) : 0
}

/** Calls `onPing` at each ping of a WebSocket's client, also after a connection by polling has become one. */
function watchPings(connection: Engine, onPing: () => void): void {
  const watch = () => connection.transport.socket?.on?.('ping', onPing)
  watch()
  connection.once('upgrade', watch)
}
