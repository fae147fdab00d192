import { WebSocket } from 'ws'
import { wireVersion } from '#protocol/socket/messages.ts'

/*
 * A minimal Socket.IO client (Engine.IO 4 and Socket.IO 5 over a WebSocket). It reconnects like the browser's: with
 * exponential backoff from 0.5 to 5 s, ±50 % jitter.
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
}

const firstReturnMs = 500
const longestReturnMs = 5000

export function openLightSocket(options: LightSocketOptions): LightSocket {
  const { url, renew, onOpen, onMessage, onClose } = options
  let { token } = options
  let socket: WebSocket | null = null
  let failures = 0

  function open(): void {
    const opened = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    socket = opened
    opened.on('message', (data) => onPacket(String(data)))
    opened.on('error', () => {})
    opened.on('close', () => socket === opened && reopenLater())
  }

  function reopenLater(): void {
    socket = null
    onClose()
    const longest = Math.min(longestReturnMs, firstReturnMs * 2 ** failures)
    failures += 1
    setTimeout(open, longest * (0.5 + Math.random()))
  }

  function onPacket(packet: string): void {
    if (packet.startsWith('42')) {
      const [kind, body] = JSON.parse(packet.slice(2))
      onMessage(kind, body)
    } else if (packet === '2') socket?.send('3')
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

  open()
  return {
    send: (kind, body) => socket?.send(`42${JSON.stringify([kind, body])}`),
    pause: () => socket?.pause(),
    resume: () => socket?.resume(),
    resetBackoff() {
      failures = 0
    },
  }
}
