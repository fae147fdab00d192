import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import { helperOrigin } from '#protocol/certificate-helper.ts'

const hsts = { maxAge: 31_536_000, includeSubDomains: false }

/** For what is no page: nothing in it may be run or shown inside of anything. */
const bareHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': `max-age=${hsts.maxAge}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** The headers of everything that the web framework answers; elements need the answer's nonce, scripts a file. */
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
      // Chakra places things by style attributes that scripts set; only elements need the nonce.
      styleSrcAttr: ["'unsafe-inline'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
  // Browsers heed it over TLS alone; there they come back by TLS.
  hsts,
  frameguard: { action: 'deny' },
}

/** The same for answers that the framework's hooks have no hand in: Socket.IO's, and to what cannot be read. */
export function setBareHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(bareHeaders)) response.setHeader(name, value)
}

/** For the answer that opens a WebSocket. */
export function addBareHeaders(headers: Record<string, unknown>): void {
  Object.assign(headers, bareHeaders)
}

/** Answers what is no HTTP, and hangs up. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  endWith(socket, status)
}

/** Whether an upgrade is none that a WebSocket could come of. */
export function isMalformedUpgrade({ headers }: IncomingMessage): boolean {
  if (headers.upgrade === undefined) return false
  const key = headers['sec-websocket-key'] ?? ''
  const isSpoken = ['8', '13'].includes(headers['sec-websocket-version'] ?? '')
  return headers.upgrade.toLowerCase() !== 'websocket' || !/^[+/0-9A-Za-z]{22}==$/.test(key) || !isSpoken
}

/** Answers an upgrade to a WebSocket that is not granted, and hangs up. */
export function refuseUpgrade(socket: Socket): void {
  if (!socket.writable) return
  socket.on('error', () => {})
  endWith(socket, 400)
}

function endWith(socket: Socket, status: number): void {
  const headers = Object.entries({ ...bareHeaders, Connection: 'close', 'Content-Length': '0' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`)
}
