import type { IncomingMessage } from 'node:http'
import { type TrustedProxies, trustedProxies } from './proxies.ts'

/** Where pages that talk to this server may come from, beside its own host. */
export interface OriginRules {
  /** Origins at which the hall is reached where a proxy does not pass its name on, such as https://hall.example. */
  readonly origins: readonly string[]
  /** Development: a page of this machine may have another port than the server. */
  readonly loopback: boolean
  /** Who may say, in front of the server, what was asked for and by whom. */
  readonly proxies: TrustedProxies
}

/** Nobody but the server's own pages. */
export const ownOriginOnly: OriginRules = {
  origins: [],
  loopback: false,
  proxies: trustedProxies(),
}

/**
 * Whether a request comes from another site's page. Programs that are no browsers send no Origin; they cannot be made to
 * ask for somebody else.
 */
export function isForeign(origin: string | undefined, host: string, rules: OriginRules): boolean {
  if (origin === undefined) return false
  if (rules.origins.includes(origin)) return false
  const from = hostOf(origin)
  if (from === null) return true
  const isLocal = rules.loopback && isLoopbackName(from) && isLoopbackName(host)
  return from !== host.toLowerCase() && !isLocal
}

/** The host that a request was sent to, also before a trusted proxy. */
export function requestedHost({ headers, socket }: IncomingMessage, proxies: TrustedProxies): string {
  const forwarded = proxies(socket.remoteAddress) ? lastOf(headers['x-forwarded-host']) : undefined
  return forwarded ?? headers.host ?? ''
}

/** The address that a request came from, also before trusted proxies; nobody else is believed. */
export function requestAddress({ headers, socket }: IncomingMessage, proxies: TrustedProxies): string {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = socket.remoteAddress ?? ''
  while (proxies(address)) {
    const before = hops.pop()?.trim()
    if (!before) break
    address = before
  }
  return address
}

function hostOf(origin: string): string | null {
  try {
    const { host, protocol } = new URL(origin)
    return protocol === 'http:' || protocol === 'https:' ? host : null
  } catch {
    return null
  }
}

function isLoopbackName(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)
}

function lastOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',').pop()?.trim()
}
