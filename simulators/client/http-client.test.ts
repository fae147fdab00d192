import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { httpClient } from './http-client.ts'

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A server that accepts connections and never answers. */
const silentServer = () => addressOf(createServer())

/** A server that gets the first request too late. */
function lateServer(): Promise<string> {
  let asked = 0
  const server = createHttpServer((_, response) => {
    asked += 1
    if (asked === 1) response.writeHead(408, { connection: 'close' }).end()
    else response.end(JSON.stringify({ serverTime: new Date(0).toISOString(), epoch: 0 }))
  })
  return addressOf(server)
}

test('a request that did not reach the server in time is sent again', async () => {
  const http = httpClient({ url: await lateServer(), retryMs: 1 })
  expect(await http.call('getServerTimeNoauth')).toMatchObject({ epoch: 0 })
})

/** Collects garbage every few milliseconds, and optimizes code at once: optimized code keeps less alive. */
function collectGarbage(): void {
  for (const flag of ['--expose-gc', '--always-turbofan']) setFlagsFromString(flag)
  const collect: () => void = runInNewContext('gc')
  const collecting = setInterval(collect, 20)
  onTestFinished(() => {
    clearInterval(collecting)
    setFlagsFromString('--no-always-turbofan')
  })
}

test('an attempt without an answer ends, whatever garbage is collected meanwhile', async () => {
  const url = await silentServer()
  collectGarbage()
  const http = httpClient({ url, timeoutMs: 0, attemptMs: 200 })
  await expect(http.call('getServerTimeNoauth')).rejects.toThrow('no answer from')
})

test('a call ends with its signal', async () => {
  const http = httpClient({ url: await silentServer(), timeoutMs: 0 })
  const stopping = new AbortController()
  const called = http.call('getServerTimeNoauth', { signal: stopping.signal })
  stopping.abort()
  await expect(called).rejects.toThrow('no answer from')
})
