import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { systemActor } from '#domain/session/actor.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { given, past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId, minute, opener } from '#test/domain/sample-actors.ts'
import type { Command } from './command.ts'
import { closingOf } from './due.ts'
import { event, type SessionEvent } from './event.ts'
import { owedProlongation } from './prolongation.ts'
import { type Span, type WindowName, windowOpen } from './window.ts'

const second = 1000
const span = (from: number, to: number): Span => ({ from: isoTime(from), to: isoTime(to) })
const prolong = (window: WindowName, ...outages: Span[]): Command => ({
  type: 'ProlongWindow',
  payload: { window, outages },
})
const close = (window: WindowName, ...outages: Span[]): Command => closingOf(window, { outages, lines: {} })

/** Each window while it is open, its deadline, the event that prolongs it, and one that closes it. */
const windows = {
  decryption: {
    history: histories.decrypting(),
    deadline: histories.decryptionDeadline,
    prolonged: 'DecryptionProlonged',
    closed: event('DecryptionClosed', { cause: 'time-out' }),
  },
  inquiry: {
    history: histories.inquiring(),
    deadline: histories.inquiryDeadline,
    prolonged: 'InquiryProlonged',
    closed: event('InquiryClosed', { cause: 'time-out', answered: 0, objecting: 0, silent: 2 }),
  },
  confirmation: {
    history: histories.confirming(),
    deadline: histories.confirmationDeadline,
    prolonged: 'ConfirmationProlonged',
    closed: event('ConfirmationClosed', { unconfirmed: [] }),
  },
  signing: {
    history: histories.signing(),
    deadline: histories.signingDeadline,
    prolonged: 'SigningProlonged',
    closed: event('SigningClosed', {}),
  },
} as const satisfies Readonly<Record<WindowName, unknown>>
const names = Object.keys(windows) as WindowName[]

/** Prolonged by `seconds`, to `total` seconds after the first deadline. */
function prolongedTo(name: WindowName, total: number, seconds: number, ...outages: Span[]): SessionEvent {
  const { prolonged, deadline } = windows[name]
  return event(prolonged, { outages, seconds, deadline: isoTime(deadline + total * second) })
}

describe.each(names)('an outage in the window for the %s', (name) => {
  const { history, deadline, closed } = windows[name]
  const prolonged = (seconds: number, ...outages: Span[]) => prolongedTo(name, seconds, seconds, ...outages)
  const bySystem = { as: systemActor, at: deadline - second }

  test('[SES-19] prolongs it by its length', () => {
    const away = span(deadline - 10 * minute, deadline - 10 * minute + 20 * second)
    given(...history)
      .when(prolong(name, away), bySystem)
      .then(prolonged(20, away))
  })

  test('[SES-19] near its end leaves a minute, and one over the end the time that was left', () => {
    const nearEnd = span(deadline - 30 * second, deadline - 10 * second)
    given(...history)
      .when(prolong(name, nearEnd), bySystem)
      .then(prolonged(50, nearEnd))
    const overEnd = span(deadline - 5 * minute, deadline + minute)
    given(...history)
      .when(prolong(name, overEnd), { as: systemActor, at: deadline + minute })
      .then(prolonged(360, overEnd))
  })

  test('[SES-19] counts once, whatever node’s clock names its times', () => {
    const away = span(deadline - 10 * minute, deadline - 9 * minute)
    const byOther = span(deadline - 10 * minute + 3, deadline - 9 * minute + 3)
    const before = [...history, prolonged(60, away)]
    given(...before)
      .when(prolong(name, away), bySystem)
      .then()
    given(...before)
      .when(prolong(name, byOther), bySystem)
      .then()
    const next = span(deadline - 5 * minute, deadline - 4 * minute)
    given(...before)
      .when(prolong(name, byOther, next), bySystem)
      .then(prolongedTo(name, 120, 60, next))
  })

  test('[SES-19] adds nothing before the window or in a closed one, and is refused while the lot is halted', () => {
    const before = span(epochOf(past) - minute, epochOf(past))
    const away = span(deadline - 10 * minute, deadline - 9 * minute)
    given(...history)
      .when(prolong(name, before), bySystem)
      .then()
    given(...history, closed)
      .when(prolong(name, away), bySystem)
      .then()
    given(...history, event('LotStatusChanged', { lot: 'paused' }))
      .when(prolong(name, away), bySystem)
      .thenRejected('lot-paused')
  })
})

describe.each(names)('the window for the %s', (name) => {
  const { history, deadline } = windows[name]
  const bySystem = { as: systemActor, at: deadline - second }

  test('[SES-19] is not prolonged for the time in which the lot was halted', () => {
    const halted = deadline - 20 * minute
    const lot = (to: 'paused' | 'open', at: number) => ({
      ...{ event: event('LotStatusChanged', { lot: to }), actor: opener, at: isoTime(at) },
    })
    const away = span(halted - 10 * second, halted + 5 * minute)
    const moved = deadline + 10 * minute
    given(...history, lot('paused', halted), lot('open', halted + 10 * minute))
      .when(prolong(name, away), bySystem)
      .then(
        event(windows[name].prolonged, {
          outages: [span(halted - 10 * second, halted)],
          seconds: 10,
          deadline: isoTime(moved + 10 * second),
        }),
      )
  })

  test('[SES-19] is prolonged in the place of its end by an outage that was not made up for yet', () => {
    const overEnd = span(deadline - 20 * second, deadline + 10 * second)
    const atEnd = (at: number) => ({ as: systemActor, at })
    given(...history)
      .when(close(name, overEnd), atEnd(deadline + 10 * second))
      .then(prolongedTo(name, 70, 70, overEnd))
    given(...history, prolongedTo(name, 70, 70, overEnd))
      .when(close(name, overEnd), atEnd(deadline + 69 * second))
      .then()
  })
})

test('[DEC-11] after the prolonged time a missing key fails as it does without an outage', () => {
  const { history, deadline } = windows.decryption
  const overEnd = span(deadline - 20 * second, deadline + 10 * second)
  const window = span(epochOf(past), deadline + 70 * second)
  const line = { connected: [], seconds: 0, losses: 0 }
  given(...history, ...histories.opening(1), prolongedTo('decryption', 70, 70, overEnd))
    .when(close('decryption', overEnd), { as: systemActor, at: deadline + 70 * second })
    .then(
      event('DecryptionClosed', { cause: 'time-out' }),
      event('WindowHealthRecorded', { window, outages: [overEnd] }),
      event('BidderLineRecorded', { bidderCode: bidderCode(2), line }),
      event('BidFailed', {
        ...{ bidderCode: bidderCode(2), fileId: fileId(2) },
        ...{ kind: 'revoked', cause: 'time-out' },
      }),
    )
})

test('[SES-19] after the prolonged time confirmation and signing end as they do without an outage', () => {
  for (const name of ['confirmation', 'signing'] as const) {
    const { history, deadline } = windows[name]
    const overEnd = span(deadline - 20 * second, deadline + 10 * second)
    const before = [...history, prolongedTo(name, 70, 70, overEnd)]
    given(...before)
      .when(close(name, overEnd), {
        as: systemActor,
        at: deadline + 70 * second,
        rules: { autoConfirm: false },
      })
      .then(
        name === 'signing'
          ? event('SigningClosed', {})
          : event('ConfirmationClosed', { unconfirmed: [bidderCode(1), bidderCode(2)] }),
      )
  }
})

describe('ProlongWindow', () => {
  test('[SES-19] prolongs signing that was extended by outages since then only', () => {
    const { history, deadline } = windows.signing
    const until = isoTime(deadline + 30 * minute)
    const extended = { event: event('SigningExtended', { minutes: 15, deadline: until }), actor: opener }
    const again = { ...extended, at: isoTime(deadline + 15 * minute) }
    const before = span(deadline + minute, deadline + 2 * minute)
    const after = span(deadline + 20 * minute, deadline + 21 * minute)
    given(...history, event('SigningClosed', {}), again)
      .when(prolong('signing', before, after), { as: systemActor, at: deadline + 21 * minute })
      .then(
        event('SigningProlonged', {
          outages: [after],
          seconds: 60,
          deadline: isoTime(deadline + 31 * minute),
        }),
      )
  })
})

test.each(names)(
  '[SES-19] no outages, at whatever moments, leave a bidder without time for the %s',
  (name) => {
    const { history, deadline } = windows[name]
    const state = stateAfter(history)
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
          // At the latest, an outage is known when a command comes after it.
          const known = spans.filter(({ to }) => to <= at).map(({ from, to }) => span(from, to))
          const owed = owedProlongation(state[name], state.halts, known)
          expect(windowOpen({ deadline: owed?.deadline ?? isoTime(deadline), closed: false }, at)).toBe(true)
        },
      ),
      { seed: 1, numRuns: 300 },
    )
  },
)
