import type { Window } from '#domain/session/window.ts'
import type { WindowHealth } from '#domain/session/window-health.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { bidderCode, minute } from './sample-actors.ts'

/** The most bidders of a random session. */
export const most = 4

/** When the nth bidder lost the line; no other event has this time. */
export function lostAt(n: number): string {
  return isoTime(openingTime + 4 * minute + n * 1111)
}

/** The health of the window: every bidder's line, and a short outage of the hall. */
export const health: WindowHealth = {
  outages: [{ from: isoTime(openingTime + 5 * minute), to: isoTime(openingTime + 5 * minute + 7000) }],
  lines: Object.fromEntries(
    Array.from({ length: most }, (_, i) => [
      bidderCode(i + 1),
      [{ from: isoTime(openingTime - minute), to: lostAt(i + 1) }],
    ]),
  ),
}

/** The health of another window: an outage of seven seconds shortly before the end that it had first. */
export function outageIn({ issuedAt, limitMinutes }: Window): WindowHealth {
  const end = epochOf(issuedAt) + limitMinutes * minute
  return { outages: [{ from: isoTime(end - 20_000), to: isoTime(end - 13_000) }], lines: {} }
}
