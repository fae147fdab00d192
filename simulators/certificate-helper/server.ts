import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Clock, Random } from '#lib/ports.ts'
import { helperUrl } from '#protocol/certificate-helper.ts'
import { perform, refuse } from './commands.ts'
import { createKeys, type PluggedKey } from './keys.ts'
import { phonePage } from './phone-page.ts'
import { createScans } from './scans.ts'

export interface HelperOptions {
  readonly keys: readonly PluggedKey[]
  /** Origins of the halls whose pages may send requests, such as `https://hall.example`. */
  readonly origins: readonly string[]
  readonly clock: Clock
  readonly random: Random
  /** The protocol's port unless given; 0 for any free one. */
  readonly port?: number
}

const largestBody = 1024 * 1024

/**
 * The certificate helper on loopback. It answers only pages of the given origins on this machine: browsers send
 * `Origin`, and checking `Host` prevents DNS rebinding.
 */
export async function serveHelper(options: HelperOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const keys = createKeys(options.keys)
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((ready, failed) => {
    server.once('error', failed)
    server.listen(options.port ?? Number(new URL(helperUrl).port), '127.0.0.1', ready)
  })
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const scans = createScans(`http://${host}`, options.clock, options.random)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin } = request.headers
    if (request.headers.host !== host) return void response.writeHead(403).end()
    const path = new URL(request.url ?? '/', `http://${host}`).pathname
    if (path.startsWith('/phone/')) return servePhone(request, response, path.slice('/phone/'.length))
    if (path !== new URL(helperUrl).pathname) return void response.writeHead(404).end()
    if (!origin || !options.origins.includes(origin)) return void response.writeHead(403).end()
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Vary', 'Origin')
    if (request.method === 'OPTIONS') return permit(response)
    // Forms cannot send this content type, so browsers send a preflight request first.
    const isJson = request.headers['content-type']?.startsWith('application/json')
    if (request.method !== 'POST' || !isJson) return void response.writeHead(415).end()
    const body = await bodyOf(request)
    const answer = body === null ? refuse('bad-request') : await perform(parse(body), { keys, scans })
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    response.end(JSON.stringify('Result' in answer ? answer : { Result: true, ...answer }))
  }

  /** The phone's page: answers a code with a certificate and its PIN. */
  async function servePhone(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    let told = ''
    if (request.method === 'POST') {
      if (request.headers.origin !== `http://${host}`) return void response.writeHead(403).end()
      const form = new URLSearchParams((await bodyOf(request)) ?? '')
      const key = form.has('decline') ? null : keys.use(form.get('id') ?? '', form.get('pin') ?? '')
      told = typeof key === 'string' ? refuse(key).ResultMessage : await scans.answer(id, key)
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    )
    response.end(phonePage({ kind: scans.scan(id), certificates: keys.list(), told }))
  }

  return {
    url: `http://${host}`,
    stop: () => new Promise((stopped) => void server.close(() => stopped()).closeAllConnections()),
  }
}

/** Answers a preflight request; pages from public addresses also need the private network header. */
function permit(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'POST')
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type')
  response.setHeader('Access-Control-Allow-Private-Network', 'true')
  response.writeHead(204).end()
}

/** Null when the body is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > largestBody) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
