import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyReply } from 'fastify'
import { helperOrigin } from '#protocol/certificate-helper.ts'

const hsts = { maxAge: 31_536_000, includeSubDomains: false }

/** Headers of answers that are not pages: nothing in them may be run, framed or taken by other sites. */
const bareHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': `max-age=${hsts.maxAge}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Headers of pages and files; inline styles need the answer's nonce, scripts must be files. */
export const helmetOptions: FastifyHelmetOptions = {
  enableCSPNonces: true,
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The certificate helper on the user's own machine.
      connectSrc: ["'self'", helperOrigin],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'data:', 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      // Chakra sets style attributes by script; style elements need the nonce.
      styleSrcAttr: ["'unsafe-inline'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  // Browsers obey it over TLS only.
  hsts,
  frameguard: { action: 'deny' },
}

/** Sets the headers of answers to calls: a page's, with its nonces, would cost a twentieth of a short call's time. */
export function setCallHeaders(reply: FastifyReply): void {
  reply.headers(bareHeaders)
}

/** Sets headers on answers that the framework's hooks do not reach: Socket.IO's, and those to malformed requests. */
export function setBareHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(bareHeaders)) response.setHeader(name, value)
}

/** Adds them to the answer that opens a WebSocket. */
export function addBareHeaders(headers: Record<string, unknown>): void {
  Object.assign(headers, bareHeaders)
}

/** Answers a request that is not valid HTTP, and closes the connection. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  endWith(socket, status)
}

/** Whether a request asks for an upgrade that is not a valid WebSocket handshake. */
export function isMalformedUpgrade({ headers }: IncomingMessage): boolean {
  if (headers.upgrade === undefined) return false
  const key = headers['sec-websocket-key'] ?? ''
  const isKnownVersion = ['8', '13'].includes(headers['sec-websocket-version'] ?? '')
  return (
    headers.upgrade.toLowerCase() !== 'websocket' || !/^[+/0-9A-Za-z]{22}==$/.test(key) || !isKnownVersion
  )
}

/** Refuses an upgrade to a WebSocket, and closes the connection. */
export function refuseUpgrade(socket: Socket): void {
  if (!socket.writable) return
  socket.on('error', () => {})
  endWith(socket, 400)
}

/** Refuses a connection whose address has too many. */
export function refuseConnection(socket: Socket): void {
  socket.on('error', () => {})
  endWith(socket, 429)
  socket.destroySoon()
}

/** Answers an `Expect` that nobody here meets. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  setBareHeaders(response)
  response.writeHead(417, { Connection: 'close', 'Content-Length': '0' }).end()
}

/** Ends a request whose body arrives too slowly; the connection is not used again. */
export function refuseSlow(socket: Socket): void {
  if (socket.writable) endWith(socket, 408)
  socket.destroySoon()
}

function endWith(socket: Socket, status: number): void {
  const headers = Object.entries({ ...bareHeaders, Connection: 'close', 'Content-Length': '0' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`)
}
