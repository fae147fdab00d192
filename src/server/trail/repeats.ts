import { type TrailEvent, unknownAccount } from '#domain/trail/trail-line.ts'
import type { Clock } from '#lib/ports.ts'
import { networkOf } from '../auth/network.ts'
import { createTokenBucket, type TokenBucket } from '../transport/token-bucket.ts'

/*
 * What keeps a flood of refusals from filling the disk (TRL-4). Equal refusals of one person are one line a minute, with
 * their number; how many different ones there may be is bounded, and what exceeds it is only counted.
 */

const minute = 60_000
/** Different lines at once, and then per second. */
interface Lines {
  readonly atOnce: number
  readonly perSecond: number
}
const ofAccount: Lines = { atOnce: 1000, perSecond: 0.5 }
/** Of those who proved no account: of one network, so that a flood leaves the lines of others, and of all together. */
const ofNetwork: Lines = { atOnce: 400, perSecond: 1 / 6 }
const ofStrangers: Lines = { atOnce: 2000, perSecond: 2 }
const mostBuckets = 10_000

interface Repeated {
  /** The last one. */
  readonly event: TrailEvent
  /** Since the line before. */
  readonly count: number
  /** When that line was made, in epoch ms. */
  readonly since: number
}

/** Turns refusals into lines. */
export function createRepeats(clock: Clock) {
  const repeated = new Map<string, Repeated>()
  const accounts = createBuckets(ofAccount, clock)
  const networks = createBuckets(ofNetwork, clock)
  const strangers = bucketOf(ofStrangers, clock)

  /** The line to be written now; null for a refusal that was counted. */
  function take(event: TrailEvent): TrailEvent | null {
    if (isCounted(event)) return null
    const listed = mayHaveLine(event) ? event : onlyCounted(event)
    if (listed !== event && isCounted(listed)) return null
    repeated.set(keyOf(listed), { event: listed, count: 0, since: clock() })
    return listed
  }

  /** Counts one more of what has had a line within a minute. */
  function isCounted(event: TrailEvent): boolean {
    const key = keyOf(event)
    const known = repeated.get(key)
    if (known) repeated.set(key, { ...known, event, count: known.count + event.count })
    return known !== undefined
  }

  /** False where the account, or the network of who proved none, has had too many lines. */
  function mayHaveLine(event: TrailEvent): boolean {
    if (isProved(event)) return accounts(event.account)
    return networks(siteOf(event.address)) && strangers()
  }

  /** The lines of counted refusals whose minute is over; of all of them when `all`. */
  function due(all = false): TrailEvent[] {
    const now = clock()
    const found: TrailEvent[] = []
    for (const [key, { event, count, since }] of repeated) {
      if (!all && now - since < minute) continue
      if (count === 0) repeated.delete(key)
      else {
        found.push({ ...event, count })
        repeated.set(key, { event, count: 0, since: now })
      }
    }
    return found
  }

  return { take, due }
}

/** A bucket for each key; takes a token of one. */
function createBuckets(lines: Lines, clock: Clock): (key: string) => boolean {
  const buckets = new Map<string, TokenBucket>()
  return (key) => {
    const known = buckets.get(key)
    if (known) return known()
    const bucket = bucketOf(lines, clock)
    if (buckets.size >= mostBuckets) buckets.clear()
    buckets.set(key, bucket)
    return bucket()
  }
}

function bucketOf({ atOnce, perSecond }: Lines, clock: Clock): TokenBucket {
  return createTokenBucket(atOnce, perSecond, clock)
}

/** An IPv4 address, or the /48 of an IPv6 address: anybody may have one of them with 65,536 networks. */
function siteOf(address: string): string {
  const network = networkOf(address)
  return network.includes(':') ? network.split(':', 3).join(':') : network
}

/** Whether the sender is the account, and did not only name it at a login. */
function isProved({ login, role }: TrailEvent): boolean {
  return login !== null || role === 'platform' || role === 'system'
}

/** A limit is one line per account, or per network without one, whatever was asked for. */
function keyOf(event: TrailEvent): string {
  const { kind, login, account, section, what, code } = event
  const address = isProved(event) ? event.address : networkOf(event.address)
  if (kind !== 'limit') return JSON.stringify([kind, account, login, address, section, what, code])
  return JSON.stringify([kind, account, isProved(event), account === unknownAccount ? address : ''])
}

/** A refusal of which only the account, where it is proved, and the number are kept. */
function onlyCounted(event: TrailEvent): TrailEvent {
  const whose = isProved(event) ? {} : { account: unknownAccount, role: null, unit: null }
  const left = { login: null, address: '', agent: '', section: null, what: '', code: null, detail: '' }
  return { ...event, ...whose, ...left, kind: 'only-counted' }
}
