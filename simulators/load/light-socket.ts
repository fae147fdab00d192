import { WebSocket } from 'ws'
import { wireVersion } from '#protocol/socket/messages.ts'
import type { SubscribeMessage } from '#protocol/socket/sub.ts'
import { frameReader, isMessage } from './shared-frames.ts'

/*
 * A minimal Socket.IO client (Engine.IO 4 and Socket.IO 5 over a WebSocket). It reconnects like the browser's: with
 * exponential backoff from 0.5 to 5 s, ±50 % jitter; at once when the connection has been silent for too long.
 */

export interface LightSocketOptions {
  /** http://… */
  readonly url: string
  readonly token: string
  /** Gets another authorization when the server refuses this one. */
  renew(): Promise<string>
  /** What is asked with every connect. */
  question(): SubscribeMessage
  onOpen(): void
  onMessage(kind: string, body: unknown): void
  onClose(): void
}

export interface LightSocket {
  send(kind: string, body: unknown): void
  /** Stops reading without closing the connection. */
  pause(): void
  resume(): void
  /** The next reconnect comes after the shortest delay again. */
  resetBackoff(): void
  /** Drops the connection and opens another at once. */
  restart(): void
  close(): void
}

const firstReturnMs = 500
const longestReturnMs = 5000

/** Without a packet for this long the connection is dead: the server sends one every five seconds. */
const silentMs = 11_000
const silentSpreadMs = 3000
const watchMs = 1000

const readFrame = frameReader()

/** Calls back when nothing was heard for too long, unless nothing is expected. */
function watchSilence(onSilence: () => void) {
  const longest = silentMs + silentSpreadMs * Math.random()
  let heardAt = performance.now()
  let expected = true
  const timer = setInterval(() => {
    if (expected && performance.now() - heardAt > longest) onSilence()
  }, watchMs).unref()
  return {
    heard() {
      heardAt = performance.now()
    },
    expect(something: boolean) {
      expected = something
      heardAt = performance.now()
    },
    end: () => clearInterval(timer),
  }
}

export function openLightSocket(options: LightSocketOptions): LightSocket {
  const { url, renew, question, onOpen, onMessage, onClose } = options
  const silence = watchSilence(restart)
  let { token } = options
  let socket: WebSocket | null = null
  let failures = 0
  let closed = false
  let returning: NodeJS.Timeout | undefined

  function open(): void {
    silence.heard()
    const opened = connect(url, {
      ...{ question, onOpen, onMessage, token: () => token },
      onHeard: silence.heard,
      onRefused: () => void renewToken().finally(() => opened.close()),
    })
    socket = opened
    opened.on('close', () => socket === opened && reopenLater())
  }

  function reopenLater(): void {
    socket = null
    onClose()
    const longest = Math.min(longestReturnMs, firstReturnMs * 2 ** failures)
    failures += 1
    if (!closed) returning = setTimeout(open, longest * (0.5 + Math.random()))
  }

  /** When that fails, the old authorization is tried again. */
  async function renewToken(): Promise<void> {
    token = await renew().catch(() => token)
  }

  function restart(): void {
    clearTimeout(returning)
    const dropped = socket
    socket = null
    dropped?.removeAllListeners('message').terminate()
    onClose()
    open()
  }

  open()
  return {
    send(kind, body) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(`42${JSON.stringify([kind, body])}`)
    },
    pause() {
      silence.expect(false)
      socket?.pause()
    },
    resume() {
      silence.expect(true)
      socket?.resume()
    },
    resetBackoff() {
      failures = 0
    },
    restart,
    close() {
      closed = true
      silence.end()
      clearTimeout(returning)
      socket?.terminate()
    },
  }
}

interface Connection extends Pick<LightSocketOptions, 'question'> {
  token(): string
  onHeard(): void
  onOpen(): void
  onMessage(kind: string, body: unknown): void
  onRefused(): void
}

/** Opens a WebSocket and does what Engine.IO and Socket.IO ask for. */
function connect(
  url: string,
  { token, question, onHeard, onOpen, onMessage, onRefused }: Connection,
): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })

  function onControl(packet: string): void {
    if (packet === '2') socket.send('3')
    else if (packet.startsWith('0'))
      socket.send(`40${JSON.stringify({ token: token(), version: wireVersion, sub: question() })}`)
    else if (packet.startsWith('40')) onOpen()
    else if (packet.startsWith('44')) onRefused()
    else if (packet.startsWith('41')) socket.close()
  }

  socket.on('message', (bytes: Buffer) => {
    onHeard()
    if (!isMessage(bytes)) return onControl(String(bytes))
    const { kind, body } = readFrame(bytes)
    onMessage(kind, body)
  })
  socket.on('error', () => {})
  return socket
}
