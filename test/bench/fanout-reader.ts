import { WebSocket } from 'ws'
import { wireVersion } from '#protocol/socket/messages.ts'

/** How a reader reaches a place in a session's log. */
export interface ReaderPlace {
  readonly port: number
  readonly token: string
  readonly session: string
  readonly epoch: string
  readonly after: number
}

export interface RawReader {
  readonly socket: WebSocket
  /** Resolves when the server has answered the subscription. */
  readonly subscribed: Promise<void>
}

/**
 * A minimal reader: a WebSocket with just enough Engine.IO and Socket.IO. `onMessage` gets the bytes of every
 * message, from `42[` on.
 */
export function openReader(place: ReaderPlace, onMessage: (data: Buffer) => void): RawReader {
  const socket = openSocket(place.port)
  const subscribed = new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    listenTo(socket, (kind, data) => {
      if (kind === '42') {
        resolve()
        onMessage(data)
        // From here on a message costs what it costs with a bare server.
        socket.removeAllListeners('message')
        listenTo(socket, (_, later) => onMessage(later))
      } else if (kind.startsWith('0')) {
        const { token, session, epoch, after } = place
        const sub = { session, epoch, after }
        socket.send(`40${JSON.stringify({ token, version: wireVersion, sub })}`)
      } else if (kind !== '40') reject(new Error(`refused: ${data}`))
    })
  })
  // Readers that are no longer awaited may be closed.
  subscribed.catch(() => {})
  return { socket, subscribed }
}

/** A WebSocket on the path of Socket.IO, which a bare server does not look at. */
export function openSocket(port: number): WebSocket {
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`
  return new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true })
}

/**
 * Answers pings, and calls `onMessage` for all else, with the message's first two characters and its bytes. Listening
 * costs the same for every kind of server.
 */
export function listenTo(socket: WebSocket, onMessage: (kind: string, data: Buffer) => void): void {
  socket.on('message', (data: Buffer) => {
    const kind = data.toString('latin1', 0, 2)
    if (kind === '2') socket.send('3')
    else onMessage(kind, data)
  })
}

/** Where an `events` message or a snapshot leads to; null for any other. */
export function placeIn(data: Buffer): number | null {
  const start = data.toString('latin1', 0, 140)
  if (!start.startsWith('42["events"') && !start.startsWith('42["snapshot"')) return null
  const found = /"(?:to|seq)":(\d+)/.exec(start)
  return found ? Number(found[1]) : null
}
