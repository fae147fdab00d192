import { type TrailEvent, unknownAccount } from '#domain/trail/trail-line.ts'
import type { Clock } from '#lib/ports.ts'
import { createTokenBucket, type TokenBucket } from '../transport/token-bucket.ts'

/*
 * What keeps a flood of refusals from filling the disk (TRL-4). Equal refusals of one person are one line a minute, with
 * their number; how many different ones there may be is bounded, and what exceeds it is only counted.
 */

const minute = 60_000
/** Different lines at once, and then per second, for one account and for all who proved none together. */
const linesAtOnce = 1000
const perAccount = 0.5
const withoutAccount = 1
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
  const buckets = new Map<string, TokenBucket>()
  const strangers = createTokenBucket(linesAtOnce, withoutAccount, clock)

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

  /** False where the account, or all who proved none, have had too many lines. */
  function mayHaveLine(event: TrailEvent): boolean {
    if (!isProved(event)) return strangers()
    const { account } = event
    const known = buckets.get(account)
    if (known) return known()
    const bucket = createTokenBucket(linesAtOnce, perAccount, clock)
    if (buckets.size >= mostBuckets) buckets.clear()
    buckets.set(account, bucket)
    return bucket()
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

/** Whether the sender is the account, and did not only name it at a login. */
function isProved({ login, role }: TrailEvent): boolean {
  return login !== null || role === 'platform' || role === 'system'
}

/** A limit is one line per account, or per address without one, whatever was asked for. */
function keyOf(event: TrailEvent): string {
  const { kind, login, account, address, section, what, code } = event
  if (kind !== 'limit') return JSON.stringify([kind, account, login, address, section, what, code])
  return JSON.stringify([kind, account, isProved(event), account === unknownAccount ? address : ''])
}

/** A refusal of which only the account, where it is proved, and the number are kept. */
function onlyCounted(event: TrailEvent): TrailEvent {
  const whose = isProved(event) ? {} : { account: unknownAccount, role: null, unit: null }
  const left = { login: null, address: '', agent: '', section: null, what: '', code: null, detail: '' }
  return { ...event, ...whose, ...left, kind: 'only-counted' }
}
