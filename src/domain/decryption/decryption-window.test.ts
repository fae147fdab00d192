import { describe, expect, test } from 'vitest'
import { systemActor } from '#domain/session/actor.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { given, past, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import {
  bidder,
  bidderCode,
  decryption,
  figuresOf,
  fileId,
  minute,
  settlement,
} from '#test/domain/sample-actors.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { announcementProblem } from '../announcement/announcement-problem.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { type LineRecord, secondsOf, type WindowHealth } from '../session/window-health.ts'
import { decryptionProblem } from './hand-over.ts'
import type { FailureCause, OpeningFailure } from './outcome.ts'

const refusal = (n: number, cause: OpeningFailure) =>
  event('DecryptionRefused', { bidderCode: bidderCode(n), fileId: fileId(n), method: 'certificate', cause })
const failed = (n: number, kind: 'revoked' | 'withdrawn', cause: FailureCause) =>
  event('BidFailed', { bidderCode: bidderCode(n), fileId: fileId(n), kind, cause })
const timeOut = event('DecryptionClosed', { cause: 'time-out' })
const closing: Command = { type: 'CloseDecryption', payload: { health: null } }
const expired = { at: histories.decryptionDeadline }

describe('DecryptBid', () => {
  test('acknowledges the key before the file is touched', () => {
    given(...histories.decrypting())
      .when(decryption(1))
      .then(histories.handedOver(1))
  })

  test('[DEC-8] can be given again once the key was refused', () => {
    given(...histories.decrypting(), histories.handedOver(1), refusal(1, 'wrong-key'))
      .when(decryption(1))
      .then(histories.handedOver(1))
  })

  test('[DEC-8] is refused while the file is being opened and after it was opened', () => {
    given(...histories.decrypting(), histories.handedOver(1))
      .when(decryption(1))
      .thenRejected('key-already-handed-over')
    given(...histories.decrypting(), ...histories.opening(1))
      .when(decryption(1))
      .thenRejected('already-decrypted')
  })

  test('is refused before the decryption command', () => {
    given(...histories.entered())
      .when(decryption(1))
      .thenRejected('decryption-not-issued')
  })

  test('[DEC-5] refuses the file of another bidder and a replaced file', () => {
    given(...histories.decrypting())
      .when(decryption(2), { as: bidder(1) })
      .thenRejected('unknown-file')
    given(...histories.decrypting())
      .when(decryption(3), { as: bidder(3) })
      .thenRejected('unknown-file')
  })

  test('[DEC-5] is accepted before the deadline and refused at it', () => {
    given(...histories.decrypting())
      .when(decryption(1), { at: histories.decryptionDeadline - 1 })
      .then(histories.handedOver(1))
    given(...histories.decrypting())
      .when(decryption(1), { at: histories.decryptionDeadline })
      .thenRejected('decryption-closed')
  })

  test('is refused to a bidder who is not enrolled', () => {
    given(...histories.decrypting())
      .when(decryption(1), { as: bidder(9) })
      .thenRejected('not-enrolled')
    const context = { now: present, actor: bidder(9), rules }
    expect(decryptionProblem(stateAfter(histories.decrypting()), context, fileId(1))?.code).toBe(
      'not-enrolled',
    )
  })
})

describe('SettleFile', () => {
  test('imports the opened file and keeps its key and figures private', () => {
    given(...histories.decrypting(), histories.handedOver(1))
      .when(settlement(1))
      .then(...histories.imported(1))
  })

  test('[DEC-9] closes the window when the last file is opened', () => {
    given(...histories.decrypting(), ...histories.opening(1), histories.handedOver(2))
      .when(settlement(2))
      .then(...histories.imported(2), histories.allOpened)
  })

  test('leaves the window open while another file is being opened or can be tried again', () => {
    given(...histories.decrypting(), histories.handedOver(1), histories.handedOver(2))
      .when(settlement(2))
      .then(...histories.imported(2))
    given(...histories.decrypting(), refusal(1, 'wrong-key'), histories.handedOver(2))
      .when(settlement(2))
      .then(...histories.imported(2))
  })

  test.each(['wrong-key', 'damaged-file', 'bad-content', 'server-failure'] as const)(
    '[DEC-10] records %s and fails no other bid',
    (cause) => {
      given(...histories.decrypting(), histories.handedOver(1))
        .when(settlement(1, cause))
        .then(refusal(1, cause))
    },
  )

  test.each([
    ['a missing price', { days: '180' }],
    ['a price that is not a number', { ...figuresOf(1), price: '一百万' }],
    ['a figure nobody asked for', { ...figuresOf(1), discount: '5' }],
  ])('[BID-7] refuses %s as bad content', (_name, figures) => {
    given(...histories.decrypting(), histories.handedOver(1))
      .when(settlement(1, figures))
      .then(refusal(1, 'bad-content'))
  })

  test('ignores a file without a key, and one that is already settled', () => {
    given(...histories.decrypting())
      .when(settlement(1))
      .then()
    given(...histories.decrypting(), ...histories.opening(1))
      .when(settlement(1, 'wrong-key'))
      .then()
  })

  test('[DEC-7] is accepted after the deadline when the key was handed over before it', () => {
    given(...histories.decrypting(), histories.handedOver(1), timeOut, failed(2, 'revoked', 'time-out'))
      .when(settlement(1), { at: histories.decryptionDeadline + minute })
      .then(...histories.imported(1))
  })

  test.each([
    ['wrong-key', 'revoked'],
    ['server-failure', 'withdrawn'],
  ] as const)('fails the bid at once on %s after the deadline; it counts as %s', (cause, kind) => {
    given(...histories.decrypting(), histories.handedOver(1), timeOut)
      .when(settlement(1, cause), { at: histories.decryptionDeadline + minute })
      .then(refusal(1, cause), failed(1, kind, cause))
  })

  test('is given by the server only', () => {
    given(...histories.decrypting(), histories.handedOver(1))
      .when(settlement(1), { as: bidder(1) })
      .thenRejected('forbidden')
  })
})

describe('CloseDecryption', () => {
  test('[DEC-9] [DEC-10] fails exactly the bids that were not opened in time', () => {
    given(...histories.decrypting(), ...histories.opening(1))
      .when(closing, expired)
      .then(timeOut, failed(2, 'revoked', 'time-out'))
  })

  test('does not wait for a file that is being opened; the announcement does', () => {
    const history = [...histories.decrypting(), ...histories.opening(1), histories.handedOver(2)]
    given(...history)
      .when(closing, expired)
      .then(timeOut)
    const waiting = { code: 'imports-pending', params: { count: 1 } }
    expect(announcementProblem(stateAfter([...history, timeOut]))).toEqual(waiting)
    expect(announcementProblem(stateAfter([...history, timeOut, ...histories.imported(2)]))).toBeNull()
  })

  test.each([
    ['wrong-key', 'revoked'],
    ['bad-content', 'revoked'],
    ['damaged-file', 'withdrawn'],
    ['server-failure', 'withdrawn'],
  ] as const)('[DEC-10] keeps %s as the cause; the bid counts as %s', (cause, kind) => {
    given(...histories.decrypting(), ...histories.opening(2), refusal(1, cause))
      .when(closing, expired)
      .then(timeOut, failed(1, kind, cause))
  })

  test('does nothing before the deadline or after the window is closed', () => {
    given(...histories.decrypting())
      .when(closing, { at: histories.decryptionDeadline - 1 })
      .then()
    given(...histories.opened())
      .when(closing, expired)
      .then()
  })
})

const deadline = histories.decryptionDeadline
const from = epochOf(past)
const span = (start: number, end: number) => ({ from: isoTime(start), to: isoTime(end) })
const window = span(from, deadline)
const close = (outages: WindowHealth['outages'], lines: WindowHealth['lines'] = {}): Command => ({
  type: 'CloseDecryption',
  payload: { health: { outages, lines } },
})
const recorded = (outages: WindowHealth['outages']) => event('WindowHealthRecorded', { window, outages })
const noLine = { connected: [], seconds: 0, losses: 0 }
const line = (n: number, record: LineRecord = noLine) =>
  event('BidderLineRecorded', { bidderCode: bidderCode(n), line: record })
const atTheEnd = span(deadline - 30_000, deadline - 20_000)

describe('CloseDecryption with the health of the window', () => {
  test('[DEC-12] revokes the bid of a bidder who was offline, and records their line', () => {
    const connected = [span(from - minute, from + 10 * minute), span(from + 20 * minute, deadline + minute)]
    const seen = [span(from, from + 10 * minute), span(from + 20 * minute, deadline)]
    const seconds = (deadline - from) / 1000 - 600
    given(...histories.decrypting(), ...histories.opening(1))
      .when(close([], { [bidderCode(2)]: connected }), expired)
      .then(
        timeOut,
        recorded([]),
        line(2, { connected: seen, seconds, losses: 1 }),
        failed(2, 'revoked', 'time-out'),
      )
  })

  test('[DEC-11] in a window of an older version, the hall is the cause of a key that is found wrong after an outage', () => {
    const later = { at: histories.decryptionDeadline + minute }
    given(...histories.decrypting(), histories.handedOver(1), timeOut, recorded([atTheEnd]))
      .when(settlement(1, 'wrong-key'), later)
      .then(refusal(1, 'wrong-key'), failed(1, 'withdrawn', 'hall-away'))
    given(...histories.decrypting(), histories.handedOver(1), timeOut, recorded([]))
      .when(settlement(1, 'wrong-key'), later)
      .then(refusal(1, 'wrong-key'), failed(1, 'revoked', 'wrong-key'))
  })
})

describe('CloseDecryption of a window that was halted for an hour', () => {
  const at = (minutes: number) => isoTime(openingTime + minutes * minute)
  const minutes = (start: number, end: number) => ({ from: at(start), to: at(end) })
  /** A window of 30 minutes, halted from minute 10 to 70; the second bidder hands over no key. */
  const begun = [...histories.decrypting(), ...histories.opening(1)].map((event) => ({ event, at: at(0) }))
  const halted = [
    ...begun,
    { event: event('LotStatusChanged', { lot: 'paused' }), at: at(10) },
    { event: event('LotStatusChanged', { lot: 'open' }), at: at(70) },
  ]
  const extended = {
    event: event('DecryptionExtended', { minutes: 30, deadline: at(120) }),
    at: at(71),
  }
  const over = (ended: number, outages: WindowHealth['outages']) =>
    event('WindowHealthRecorded', { window: minutes(0, ended), outages })
  const ends = (ended: number) => ({ at: openingTime + ended * minute })

  const prolonged = (until: number, outages: WindowHealth['outages']) =>
    event('DecryptionProlonged', { outages, seconds: secondsOf(outages), deadline: at(until) })

  test('an outage counts as much as it would without the halt', () => {
    const away = [minutes(3, 8)]
    given(...halted)
      .when(close(away), ends(90))
      .then(prolonged(95, away))
    const found = [histories.handedOver(2), timeOut, over(90, away)].map((event) => ({ event, at: at(90) }))
    given(...halted, ...found)
      .when(settlement(2, 'wrong-key'), ends(91))
      .then(refusal(2, 'wrong-key'), failed(2, 'withdrawn', 'hall-away'))
  })

  test('an outage during the halt does not count', () => {
    given(...halted)
      .when(close([minutes(20, 60)]), ends(90))
      .then(timeOut, over(90, []), line(2), failed(2, 'revoked', 'time-out'))
  })

  test('an outage of which a part lies in the halt counts with the other part', () => {
    given(...halted, extended)
      .when(close([minutes(8, 75)]), ends(120))
      .then(prolonged(127, [minutes(8, 10), minutes(70, 75)]))
  })

  test('a bidder’s line is counted without the time of the halt', () => {
    const seen = { connected: [minutes(0, 10), minutes(70, 80)], seconds: 1200, losses: 1 }
    given(...halted)
      .when(close([], { [bidderCode(2)]: [minutes(-5, 80)] }), ends(90))
      .then(timeOut, over(90, []), line(2, seen), failed(2, 'revoked', 'time-out'))
  })
})

describe('ExtendDecryption', () => {
  const command = (minutes: number | null): Command => ({ type: 'ExtendDecryption', payload: { minutes } })
  const later = isoTime(histories.decryptionDeadline + 10 * minute)
  const extended = event('DecryptionExtended', { minutes: 10, deadline: later })

  test('[DEC-13] moves the deadline by the minutes given', () => {
    given(...histories.decrypting())
      .when(command(10))
      .then(extended)
  })

  test('accepts keys after the old deadline and does not close the window at it', () => {
    const history = [...histories.decrypting(), extended]
    given(...history)
      .when(decryption(1), { at: histories.decryptionDeadline + 1 })
      .then(histories.handedOver(1))
    given(...history)
      .when(
        { type: 'CloseDecryption', payload: { health: null } },
        { as: systemActor, at: histories.decryptionDeadline },
      )
      .then()
  })

  test('[DEC-13] [SES-6] needs an open window and whole minutes', () => {
    given(...histories.entered())
      .when(command(10))
      .thenRejected('wrong-status', { status: 'not-opened' })
    given(...histories.decrypting())
      .when(command(10), { at: histories.decryptionDeadline })
      .thenRejected('decryption-closed')
    for (const minutes of [0, -1, 2.5]) {
      given(...histories.decrypting())
        .when(command(minutes))
        .thenRejected('limit-not-positive-integer')
    }
    given(...histories.decrypting())
      .when(command(null))
      .thenRejected('extension-missing')
    given(...histories.decrypting())
      .when(command(1441))
      .thenRejected('limit-too-long', { maximum: 1440 })
  })
})
