import type { WindowHealth } from '#domain/session/window-health.ts'
import { isoTime } from '#lib/time.ts'
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
