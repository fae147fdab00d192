import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Hall, openHall } from './hall.ts'

/* A node that is told to stop does, whoever is still there. */

let hall: Hall

beforeEach(async () => {
  hall = await openHall()
}, 60_000)
afterEach(async () => {
  await hall.kill()
  await hall.close()
})

/** A connection with a call under way, whose body is still to come; what it is answered, once it is closed. */
async function halfCalled() {
  const { hostname, port } = new URL(hall.http.url)
  const connection = connect(Number(port), hostname)
  let heard = ''
  connection.on('data', (data) => (heard += String(data)))
  connection.on('error', () => {})
  const answered = new Promise<string>((closed) => connection.once('close', () => closed(heard)))
  connection.write('POST /api/Oauth/testLogin HTTP/1.1\r\nhost: hall\r\ncontent-type: application/json\r\n')
  connection.write('content-length: 2\r\n\r\n{')
  await sleep(200)
  return { connection, answered }
}

test('[NOD-2] a call under way is answered, and nobody is let in by the connection it came on', async () => {
  const { connection, answered } = await halfCalled()
  const stopped = hall.stop()
  await sleep(500)
  connection.write('}GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nhost: hall\r\n\r\n')
  await stopped
  const heard = await answered
  expect(heard).toContain('"code":"bad-request"')
  expect(heard).not.toContain('"sid"')
})

test('[NOD-2] a call that never ends is cut off', async () => {
  const { answered } = await halfCalled()
  await hall.stop()
  expect(await answered).toBe('')
})
