import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { loopback, type TrustedProxies, trustedProxies } from './proxies.ts'

/** Which origins besides the server's own host are accepted. */
export interface OriginRules {
  /** The hall's public origins, such as https://hall.example, for proxies that do not pass their name on. */
  readonly origins: readonly string[]
  /** Development: accepts pages of this machine on any port. */
  readonly loopback: boolean
  /** Proxies whose forwarding headers are trusted. */
  readonly proxies: TrustedProxies
}

/** Accepts the server's own pages only. */
export const ownOriginOnly: OriginRules = {
  origins: [],
  loopback: false,
  proxies: trustedProxies(),
}

/**
 * Whether a request comes from another site's page. Programs other than browsers send no Origin; another site cannot
 * make them send requests.
 */
export function isForeign(origin: string | undefined, host: string, rules: OriginRules): boolean {
  if (origin === undefined) return false
  if (rules.origins.includes(origin)) return false
  const from = hostOf(origin)
  if (from === null) return true
  const isLocal = rules.loopback && isLoopbackName(from) && isLoopbackName(host)
  return from !== host.toLowerCase() && !isLocal
}

/** The host that a request was sent to, as its client or a trusted proxy names it. */
export function requestedHost({ headers, socket }: IncomingMessage, proxies: TrustedProxies): string {
  const forwarded = proxies(socket.remoteAddress) ? lastOf(headers['x-forwarded-host']) : undefined
  return forwarded ?? headers.host ?? ''
}

/** The client's address; forwarding headers count only from trusted proxies. */
export function requestAddress({ headers, socket }: IncomingMessage, proxies: TrustedProxies): string {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = socket.remoteAddress ?? ''
  while (proxies(address)) {
    const before = hops.pop()?.trim()
    // Some proxies pass on whatever they were sent.
    if (!before || isIP(before) === 0) break
    address = before
  }
  return address
}

/**
 * Whether a request comes from this machine and through nobody, as far as a request can tell (ACC-10): a proxy on this
 * machine that says nothing of its clients makes everybody look local. It shows by the name of the host that it was
 * asked for, by a header of a proxy, by the page that asks, or by HTTP/1.0, which nginx speaks unless told otherwise.
 */
export function isFromHere(request: IncomingMessage, proxies: TrustedProxies): boolean {
  const { headers, httpVersion } = request
  const { host, origin, referer, forwarded, via } = headers
  const [addresses, hosts] = [
    [
      requestAddress(request, proxies),
      ...listed(headers['x-forwarded-for']),
      ...listed(headers['x-real-ip']),
    ],
    [host ?? '', ...listed(headers['x-forwarded-host']), ...[origin, referer].flatMap(hostIn)],
  ]
  return (
    addresses.every(isLoopbackAddress) &&
    hosts.every(isLoopbackName) &&
    forwarded === undefined &&
    via === undefined &&
    httpVersion !== '1.0'
  )
}

const isLoopbackAddress = trustedProxies(loopback)

function listed(header: string | string[] | undefined): string[] {
  return header === undefined
    ? []
    : String(header)
        .split(',')
        .map((one) => one.trim())
}

/** The host of a page's address; nothing without one. */
function hostIn(page: string | undefined): string[] {
  return page === undefined ? [] : [hostOf(page) ?? '']
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
