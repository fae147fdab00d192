import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemActor } from '#domain/session/actor.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { given, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId, minute } from '#test/domain/sample-actors.ts'
import type { Command } from './command.ts'
import { event } from './event.ts'
import { owedProlongation } from './prolongation.ts'
import { windowOpen } from './window.ts'

const deadline = histories.decryptionDeadline
const second = 1000
const span = (from: number, to: number) => ({ from: isoTime(from), to: isoTime(to) })
const prolong = (...outages: ReturnType<typeof span>[]): Command => ({
  type: 'ProlongDecryption',
  payload: { outages },
})
const close = (...outages: ReturnType<typeof span>[]): Command => ({
  type: 'CloseDecryption',
  payload: { health: { outages, lines: {} } },
})
const prolonged = (seconds: number, ...outages: ReturnType<typeof span>[]) =>
  event('DecryptionProlonged', { outages, seconds, deadline: isoTime(deadline + seconds * second) })
const bySystem = { as: systemActor, at: deadline - second }

describe('ProlongDecryption', () => {
  test('[DEC-11] adds the length of an outage', () => {
    const away = span(deadline - 10 * minute, deadline - 10 * minute + 20 * second)
    given(...histories.decrypting())
      .when(prolong(away), bySystem)
      .then(prolonged(20, away))
  })

  test('[DEC-11] leaves a minute after an outage near the end, and the time that was left after one over the end', () => {
    const nearEnd = span(deadline - 30 * second, deadline - 10 * second)
    given(...histories.decrypting())
      .when(prolong(nearEnd), bySystem)
      .then(prolonged(50, nearEnd))
    const overEnd = span(deadline - 5 * minute, deadline + minute)
    given(...histories.decrypting())
      .when(prolong(overEnd), { as: systemActor, at: deadline + minute })
      .then(prolonged(360, overEnd))
  })

  test('[DEC-11] adds each outage once, whatever node’s clock names its times', () => {
    const away = span(deadline - 10 * minute, deadline - 9 * minute)
    const byOther = span(deadline - 10 * minute + 3, deadline - 9 * minute + 3)
    given(...histories.decrypting(), prolonged(60, away))
      .when(prolong(away), bySystem)
      .then()
    given(...histories.decrypting(), prolonged(60, away))
      .when(prolong(byOther), bySystem)
      .then()
    const next = span(deadline - 5 * minute, deadline - 4 * minute)
    given(...histories.decrypting(), prolonged(60, away))
      .when(prolong(byOther, next), bySystem)
      .then(prolongedTo(120, 60, next))
  })

  test('[DEC-11] adds nothing for an outage before the window, or in a closed one, and is refused while the lot is halted', () => {
    const before = span(epochOf(past) - minute, epochOf(past))
    const away = span(deadline - 10 * minute, deadline - 9 * minute)
    given(...histories.decrypting())
      .when(prolong(before), bySystem)
      .then()
    given(...histories.decrypting(), event('DecryptionClosed', { cause: 'time-out' }))
      .when(prolong(away), bySystem)
      .then()
    given(...histories.decrypting(), event('LotStatusChanged', { lot: 'paused' }))
      .when(prolong(away), bySystem)
      .thenRejected('lot-paused')
  })
})

/** Prolonged by `seconds`, to `total` seconds after the first deadline. */
function prolongedTo(total: number, seconds: number, ...outages: ReturnType<typeof span>[]) {
  return event('DecryptionProlonged', { outages, seconds, deadline: isoTime(deadline + total * second) })
}

describe('CloseDecryption after an outage', () => {
  const overEnd = span(deadline - 20 * second, deadline + 10 * second)

  test('[DEC-11] prolongs the window by an outage that it was not prolonged for', () => {
    given(...histories.decrypting())
      .when(close(overEnd), { as: systemActor, at: deadline + 10 * second })
      .then(prolonged(70, overEnd))
  })

  test('[DEC-11] closes it at the new deadline, and a missing key then fails as it does without an outage', () => {
    const history = [...histories.decrypting(), ...histories.opening(1), prolonged(70, overEnd)]
    given(...history)
      .when(close(overEnd), { as: systemActor, at: deadline + 69 * second })
      .then()
    const failed = {
      bidderCode: bidderCode(2),
      fileId: fileId(2),
      kind: 'revoked',
      cause: 'time-out',
    } as const
    const window = span(epochOf(past), deadline + 70 * second)
    given(...history)
      .when(close(overEnd), { as: systemActor, at: deadline + 70 * second })
      .then(
        event('DecryptionClosed', { cause: 'time-out' }),
        event('WindowHealthRecorded', { window, outages: [overEnd] }),
        event('BidderLineRecorded', {
          bidderCode: bidderCode(2),
          line: { connected: [], seconds: 0, losses: 0 },
        }),
        event('BidFailed', failed),
      )
  })
})

test('[DEC-11] no outage, at whatever moment, costs a bidder a key that they could have handed over', () => {
  const state = stateAfter(histories.decrypting())
  const begin = epochOf(past)
  const moment = fc.integer({ min: begin, max: deadline - 1 })
  const reconnecting = 30 * second
  fc.assert(
    fc.property(
      fc.array(fc.tuple(moment, fc.constantFrom(5, 20, 90)), { minLength: 1, maxLength: 3 }),
      moment,
      (outages, acts) => {
        const spans = outages
          .sort(([a], [b]) => a - b)
          .map(([from, seconds]) => ({ from, to: from + seconds * second }))
        // The bidder acts when they wanted to, or once they have a connection again.
        const at = spans.reduce(
          (now, { from, to }) => (from <= now && now < to ? to + reconnecting : now),
          acts,
        )
        // At the latest, an outage is known when a key comes after it.
        const known = spans.filter(({ to }) => to <= at).map(({ from, to }) => span(from, to))
        const { deadline: until } = owedProlongation(state.decryption, state.halts, known) ?? {
          deadline: isoTime(deadline),
        }
        expect(windowOpen({ deadline: until, closed: false }, at)).toBe(true)
      },
    ),
    { seed: 1, numRuns: 300 },
  )
})
