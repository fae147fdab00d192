import { setImmediate as breath } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { wireVersion } from '#protocol/socket/messages.ts'
import { openSocket } from './fanout-reader.ts'
import type { ServerWork } from './fanout-server.ts'
import type { Figure } from './figure.ts'
import { startBundledWorker } from './process.ts'

/*
 * A logged-in client that sends long refused commands and never reads an answer, and comes back when it is closed: what
 * it costs the server's memory.
 */

const frames = 100_000
const idLength = 95_000
/** Frames that may be lost with the connection before the client sees that it was closed. */
const sentAtOnce = 10

export async function* bench(): AsyncGenerator<Figure> {
  const server = await startBundledWorker<ServerWork>('fanout-server.ts', 'ours')
  const { port, tokens } = await server.ask('start', 10)
  const frame = `42["cmd",{"id":"${'A'.repeat(idLength)}"}]`
  await sendUnread(port, tokens[0] ?? '', frame, 2000)
  const before = (await server.ask('load')).megabytes
  const began = performance.now()
  await sendUnread(port, tokens[0] ?? '', frame, frames)
  const { megabytes, peakMegabytes } = await server.ask('load')
  const seconds = (performance.now() - began) / 1000
  console.error(`${frames} frames of ${idLength} bytes in ${seconds.toFixed(0)} s, peak ${peakMegabytes} MB`)
  yield {
    ...{ name: 'hostile-memory', n: frames, value: megabytes, unit: 'MB', baseline: before },
    ratio: Number((megabytes / before).toPrecision(4)),
  }
  server.stop()
}

/** Sends the frame so many times, on as many connections as it takes. */
async function sendUnread(port: number, token: string, frame: string, times: number): Promise<void> {
  let sent = 0
  let connections = 0
  while (sent < times) {
    const socket = await connectUnread(port, token)
    connections += 1
    while (sent < times && socket.readyState === socket.OPEN) {
      const burst = Array.from(
        { length: sentAtOnce },
        () => new Promise<void>((taken) => socket.send(frame, () => taken())),
      )
      await Promise.all(burst)
      sent += burst.length
      await breath()
    }
    socket.terminate()
  }
  console.error(`${sent} frames over ${connections} connections`)
}

/** A connection whose admission is asked for, and from which nothing is read after that. */
function connectUnread(port: number, token: string): Promise<WebSocket> {
  const socket = openSocket(port)
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('close', () => resolve(socket))
    socket.on('message', (data: Buffer) => {
      if (String(data).startsWith('0')) socket.send(`40${JSON.stringify({ token, version: wireVersion })}`)
      else {
        socket.pause()
        resolve(socket)
      }
    })
  })
}
