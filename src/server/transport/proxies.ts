import { BlockList, isIP } from 'node:net'

/** Whether forwarding headers from this address are trusted. */
export type TrustedProxies = (address: string | undefined) => boolean

/** An address, or a network such as 10.0.0.0/8. */
export function isProxyRange(text: string): boolean {
  const { family, bits, longest } = partsOf(text)
  return family !== 0 && Number.isInteger(bits) && bits >= 0 && bits <= longest
}

/** Looking an address up takes longer than all other checks of a handshake together, and most come again. */
const answersKept = 10_000

/** This machine's own addresses: nobody else can send from them. */
export const loopback: readonly string[] = ['127.0.0.0/8', '::1']

/** The proxies at these addresses and networks, and no other. */
export function trustedProxies(ranges: readonly string[] = loopback): TrustedProxies {
  const known = new BlockList()
  for (const range of ranges) {
    const { address, family, bits } = partsOf(range)
    known.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  const answers = new Map<string, boolean>()
  return (address = '') => {
    const answer = answers.get(address)
    if (answer !== undefined) return answer
    // A dual-stack socket reports IPv4 addresses in this form.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIP(plain)
    if (family === 0) return false
    const isKnown = known.check(plain, family === 6 ? 'ipv6' : 'ipv4')
    if (answers.size >= answersKept) answers.clear()
    answers.set(address, isKnown)
    return isKnown
  }
}

function partsOf(text: string) {
  const [address = '', bits, ...rest] = text.split('/')
  const family = rest.length === 0 ? isIP(address) : 0
  const longest = family === 6 ? 128 : 32
  return {
    address,
    family,
    longest,
    bits: bits === undefined ? longest : bits === '' ? Number.NaN : Number(bits),
  }
}
