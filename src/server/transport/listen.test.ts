import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { noSocketTrail } from '#test/support/no-trail.ts'
import { createApp } from './app.ts'
import { expectFreePort, listen } from './listen.ts'
import { ownOriginOnly } from './origin.ts'
import { createSocketServer } from './socket-server.ts'

test('every address of localhost answers calls and polls alike, until it is closed', async () => {
  const app = await createApp(pino({ level: 'silent' }))
  app.get('/call', async () => 'done')
  const services = { drain: { isDraining: () => false }, trail: noSocketTrail }
  const io = createSocketServer(app.server, services, ownOriginOnly)
  const addresses = ['127.0.0.1', '127.0.0.2']
  const where = { host: 'localhost', port: 0, backlog: 10 }
  const listening = await listen(app, where, async () => addresses)
  const ask = async (path: string) =>
    Promise.all(
      addresses.map((address) =>
        fetch(`http://${address}:${listening.port}${path}`).then(
          ({ status }) => status,
          () => 'closed',
        ),
      ),
    )
  expect(await ask('/call')).toEqual([200, 200])
  expect(await ask('/socket.io/?EIO=4&transport=polling')).toEqual([200, 200])
  listening.close()
  io.engine.close()
  await app.close()
  expect(await ask('/call')).toEqual(['closed', 'closed'])
})

test('a port that is taken is found before anything is started, and a free one stays free', async () => {
  const taken = createServer().listen({ host: '127.0.0.1', port: 0 })
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const where = { host: '127.0.0.1', port }
  await expect(expectFreePort(where)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
  await once(taken, 'close')
  for (let n = 0; n < 2; n += 1) await expectFreePort(where)
})
