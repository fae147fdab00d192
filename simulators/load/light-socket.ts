import { WebSocket } from 'ws'
import { wireVersion } from '#protocol/socket/messages.ts'
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

export function openLightSocket(options: LightSocketOptions): LightSocket {
  const { url, renew, onOpen, onMessage, onClose } = options
  let { token } = options
  let socket: WebSocket | null = null
  let failures = 0
  let closed = false
  let returning: NodeJS.Timeout | undefined
  let heardAt = 0
  let paused = false
  const silence = silentMs + silentSpreadMs * Math.random()

  function open(): void {
    const opened = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    socket = opened
    heardAt = performance.now()
    opened.on('message', (data: Buffer) => {
      if (socket !== opened) return
      heardAt = performance.now()
      onPacket(data)
    })
    opened.on('error', () => {})
    opened.on('close', () => socket === opened && reopenLater())
  }

  function reopenLater(): void {
    socket = null
    onClose()
    const longest = Math.min(longestReturnMs, firstReturnMs * 2 ** failures)
    failures += 1
    if (!closed) returning = setTimeout(open, longest * (0.5 + Math.random()))
  }

  function onPacket(bytes: Buffer): void {
    if (isMessage(bytes)) {
      const { kind, body } = readFrame(bytes)
      onMessage(kind, body)
    } else onControl(String(bytes))
  }

  function onControl(packet: string): void {
    if (packet === '2') socket?.send('3')
    else if (packet.startsWith('0')) socket?.send(`40${JSON.stringify({ token, version: wireVersion })}`)
    else if (packet.startsWith('40')) onOpen()
    else if (packet.startsWith('44')) onRefused()
    else if (packet.startsWith('41')) socket?.close()
  }

  /** Reconnects with a new authorization, or with the old one when none is to be had. */
  function onRefused(): void {
    const refused = socket
    void renew()
      .then((renewed) => {
        token = renewed
      })
      .catch(() => {})
      .finally(() => refused?.close())
  }

  function restart(): void {
    clearTimeout(returning)
    const dropped = socket
    socket = null
    dropped?.terminate()
    onClose()
    open()
  }

  open()
  const watch = setInterval(() => {
    if (socket && !paused && performance.now() - heardAt > silence) restart()
  }, watchMs).unref()
  return {
    send(kind, body) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(`42${JSON.stringify([kind, body])}`)
    },
    pause() {
      paused = true
      socket?.pause()
    },
    resume() {
      paused = false
      heardAt = performance.now()
      socket?.resume()
    },
    resetBackoff() {
      failures = 0
    },
    restart,
    close() {
      closed = true
      clearInterval(watch)
      clearTimeout(returning)
      socket?.terminate()
    },
  }
}
