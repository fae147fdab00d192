import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Counts, measureLoop, metricsText } from './metrics.ts'
import { type HealthParts, readHealth } from './node-health.ts'

interface Where {
  readonly host: string
  readonly port: number
}

/** An operator's programs ask now and then; nobody else gets here. */
const mostConnections = 50

/**
 * Serves what operators need of this node on a port of its own, without a login: `/healthz` with all figures, and
 * `/metrics` for Prometheus (HEA-2). Nothing about sections or people is among them.
 */
export async function openOperatorPort({ host, port }: Where, parts: HealthParts, counts: () => Counts) {
  const stopMeasuring = measureLoop()
  const server = createServer({ requestTimeout: 5000, headersTimeout: 5000 }, (request, response) => {
    void answer(request, parts, counts).then(({ status, type, text }) => send(response, status, type, text))
  })
  server.maxConnections = mostConnections
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, listening)
  })
  const { address, port: given, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${given}`,
    async close(): Promise<void> {
      stopMeasuring()
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

export type OperatorPort = Awaited<ReturnType<typeof openOperatorPort>>

async function answer({ method, url }: IncomingMessage, parts: HealthParts, counts: () => Counts) {
  const path = url?.split('?')[0]
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'only GET and HEAD\n')
  if (path === '/metrics')
    return plain(200, metricsText(await readHealth(parts), counts()), '; version=0.0.4')
  if (path !== '/healthz') return plain(404, 'there are /healthz and /metrics\n')
  const health = await readHealth(parts)
  const text = `${JSON.stringify(health, null, 2)}\n`
  return { status: health.takesCommands ? 200 : 503, type: 'application/json', text }
}

function plain(status: number, text: string, parameters = '') {
  return { status, type: `text/plain${parameters}; charset=utf-8`, text }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const headers = { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  response.writeHead(status, headers).end(text)
}
