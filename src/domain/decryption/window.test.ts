import { describe, expect, test } from 'vitest'
import { systemActor } from '#domain/session/actor.ts'
import { epochOf, isoTime } from '#lib/time.ts'
import { given, past, present, stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { bidder, bidderCode, decryption, figuresOf, fileId, minute, settlement } from '#test/domain/world.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { announcementProblem } from '../announcement/commands.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { decryptionProblem } from './hand-over.ts'
import type { FailureCause, OpeningFailure } from './outcome.ts'
import type { LineRecord, WindowHealth } from './window-health.ts'

const refusal = (n: number, cause: OpeningFailure) =>
  event('DecryptionRefused', { bidderCode: bidderCode(n), fileId: fileId(n), method: 'certificate', cause })
const failed = (n: number, kind: 'revoked' | 'withdrawn', cause: FailureCause) =>
  event('BidFailed', { bidderCode: bidderCode(n), fileId: fileId(n), kind, cause })
const timeOut = event('DecryptionClosed', { cause: 'time-out' })

describe('DecryptBid', () => {
  test('acknowledges the key before the file is touched', () => {
    given(...story.decrypting())
      .when(decryption(1))
      .then(story.handedOver(1))
  })

  test('[DEC-8] can be given again once the key was refused', () => {
    given(...story.decrypting(), story.handedOver(1), refusal(1, 'wrong-key'))
      .when(decryption(1))
      .then(story.handedOver(1))
  })

  test('[DEC-8] is not taken a second time while the file is being opened, nor once it is', () => {
    given(...story.decrypting(), story.handedOver(1))
      .when(decryption(1))
      .thenRejected('key-already-handed-over')
    given(...story.decrypting(), ...story.opening(1))
      .when(decryption(1))
      .thenRejected('already-decrypted')
  })

  test('needs the command', () => {
    given(...story.entered())
      .when(decryption(1))
      .thenRejected('decryption-not-issued')
  })

  test("[DEC-5] opens nobody else's file and no replaced one", () => {
    given(...story.decrypting())
      .when(decryption(2), { as: bidder(1) })
      .thenRejected('unknown-file')
    given(...story.decrypting())
      .when(decryption(3), { as: bidder(3) })
      .thenRejected('unknown-file')
  })

  test('[DEC-5] is possible until the deadline, not at it', () => {
    given(...story.decrypting())
      .when(decryption(1), { at: story.decryptionDeadline - 1 })
      .then(story.handedOver(1))
    given(...story.decrypting())
      .when(decryption(1), { at: story.decryptionDeadline })
      .thenRejected('decryption-closed')
  })

  test('is refused to whoever is not enrolled', () => {
    given(...story.decrypting())
      .when(decryption(1), { as: bidder(9) })
      .thenRejected('not-enrolled')
    const context = { now: present, actor: bidder(9), rules }
    expect(decryptionProblem(stateAfter(story.decrypting()), context, fileId(1))?.code).toBe('not-enrolled')
  })
})

describe('SettleFile', () => {
  test('imports the opened file, its key and figures private', () => {
    given(...story.decrypting(), story.handedOver(1))
      .when(settlement(1))
      .then(...story.imported(1))
  })

  test('[DEC-9] closes the window with the last file', () => {
    given(...story.decrypting(), ...story.opening(1), story.handedOver(2))
      .when(settlement(2))
      .then(...story.imported(2), story.allOpened)
  })

  test('leaves the window open while another file is opened or may be tried again', () => {
    given(...story.decrypting(), story.handedOver(1), story.handedOver(2))
      .when(settlement(2))
      .then(...story.imported(2))
    given(...story.decrypting(), refusal(1, 'wrong-key'), story.handedOver(2))
      .when(settlement(2))
      .then(...story.imported(2))
  })

  test.each(['wrong-key', 'damaged-file', 'bad-content', 'server-failure'] as const)(
    '[DEC-10] records %s and fails no other bid',
    (cause) => {
      given(...story.decrypting(), story.handedOver(1))
        .when(settlement(1, cause))
        .then(refusal(1, cause))
    },
  )

  test.each([
    ['a missing price', { days: '180' }],
    ['a price that is no number', { ...figuresOf(1), price: '一百万' }],
    ['a figure nobody asked for', { ...figuresOf(1), discount: '5' }],
  ])('[BID-7] refuses %s as bad content', (_name, figures) => {
    given(...story.decrypting(), story.handedOver(1))
      .when(settlement(1, figures))
      .then(refusal(1, 'bad-content'))
  })

  test('says nothing of a file whose key nobody handed over, or that was settled before', () => {
    given(...story.decrypting())
      .when(settlement(1))
      .then()
    given(...story.decrypting(), ...story.opening(1))
      .when(settlement(1, 'wrong-key'))
      .then()
  })

  test('[DEC-7] counts after the deadline for a key handed over before it', () => {
    given(...story.decrypting(), story.handedOver(1), timeOut, failed(2, 'revoked', 'time-out'))
      .when(settlement(1), { at: story.decryptionDeadline + minute })
      .then(...story.imported(1))
  })

  test.each([
    ['wrong-key', 'revoked'],
    ['server-failure', 'withdrawn'],
  ] as const)('fails a bid after the deadline at once with %s: it counts as %s', (cause, kind) => {
    given(...story.decrypting(), story.handedOver(1), timeOut)
      .when(settlement(1, cause), { at: story.decryptionDeadline + minute })
      .then(refusal(1, cause), failed(1, kind, cause))
  })

  test('is the server’s alone', () => {
    given(...story.decrypting(), story.handedOver(1))
      .when(settlement(1), { as: bidder(1) })
      .thenRejected('forbidden')
  })
})

describe('CloseDecryption', () => {
  const command: Command = { type: 'CloseDecryption', payload: { health: null } }
  const expired = { at: story.decryptionDeadline }

  test('[DEC-9] [DEC-10] fails every bid that was not opened in time, and only those', () => {
    given(...story.decrypting(), ...story.opening(1))
      .when(command, expired)
      .then(timeOut, failed(2, 'revoked', 'time-out'))
  })

  test('waits for no file that is being opened; the announcement does', () => {
    const history = [...story.decrypting(), ...story.opening(1), story.handedOver(2)]
    given(...history)
      .when(command, expired)
      .then(timeOut)
    const waiting = { code: 'imports-pending', params: { count: 1 } }
    expect(announcementProblem(stateAfter([...history, timeOut]))).toEqual(waiting)
    expect(announcementProblem(stateAfter([...history, timeOut, ...story.imported(2)]))).toBeNull()
  })

  test.each([
    ['wrong-key', 'revoked'],
    ['bad-content', 'revoked'],
    ['damaged-file', 'withdrawn'],
    ['server-failure', 'withdrawn'],
  ] as const)('[DEC-10] keeps %s as the cause: the bid counts as %s', (cause, kind) => {
    given(...story.decrypting(), ...story.opening(2), refusal(1, cause))
      .when(command, expired)
      .then(timeOut, failed(1, kind, cause))
  })

  describe('with what was seen of the window', () => {
    const deadline = story.decryptionDeadline
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

    test('[DEC-12] a bidder who was merely offline bears the cause, with the line on record', () => {
      const connected = [span(from - minute, from + 10 * minute), span(from + 20 * minute, deadline + minute)]
      const seen = [span(from, from + 10 * minute), span(from + 20 * minute, deadline)]
      const seconds = (deadline - from) / 1000 - 600
      given(...story.decrypting(), ...story.opening(1))
        .when(close([], { [bidderCode(2)]: connected }), expired)
        .then(
          timeOut,
          recorded([]),
          line(2, { connected: seen, seconds, losses: 1 }),
          failed(2, 'revoked', 'time-out'),
        )
    })

    test('[DEC-10] [DEC-11] where the hall was away so that they could not, the bid counts as withdrawn', () => {
      given(...story.decrypting(), ...story.opening(1))
        .when(close([atTheEnd]), expired)
        .then(timeOut, recorded([atTheEnd]), line(2), failed(2, 'withdrawn', 'hall-away'))
    })

    test('a key that does not fit could not be put right either; another cause stays', () => {
      given(...story.decrypting(), ...story.opening(2), refusal(1, 'wrong-key'))
        .when(close([atTheEnd]), expired)
        .then(timeOut, recorded([atTheEnd]), line(1), failed(1, 'withdrawn', 'hall-away'))
      given(...story.decrypting(), ...story.opening(2), refusal(1, 'bad-content'))
        .when(close([atTheEnd]), expired)
        .then(timeOut, recorded([atTheEnd]), line(1), failed(1, 'revoked', 'bad-content'))
    })

    test('it is the same for a key that is found wrong only after the window', () => {
      const later = { at: story.decryptionDeadline + minute }
      given(...story.decrypting(), story.handedOver(1), timeOut, recorded([atTheEnd]))
        .when(settlement(1, 'wrong-key'), later)
        .then(refusal(1, 'wrong-key'), failed(1, 'withdrawn', 'hall-away'))
      given(...story.decrypting(), story.handedOver(1), timeOut, recorded([]))
        .when(settlement(1, 'wrong-key'), later)
        .then(refusal(1, 'wrong-key'), failed(1, 'revoked', 'wrong-key'))
    })

    describe('that waited an hour while the lot was halted', () => {
      const at = (minutes: number) => isoTime(openingTime + minutes * minute)
      const minutes = (start: number, end: number) => ({ from: at(start), to: at(end) })
      /** Half an hour, halted from its 10th minute on, and the second bidder's key missing at its end. */
      const begun = [...story.decrypting(), ...story.opening(1)].map((event) => ({ event, at: at(0) }))
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

      test('an absence of the hall weighs as much as it would have without the halt', () => {
        const away = [minutes(3, 8)]
        given(...halted)
          .when(close(away), ends(90))
          .then(timeOut, over(90, away), line(2), failed(2, 'withdrawn', 'hall-away'))
        const found = [story.handedOver(2), timeOut, over(90, away)].map((event) => ({ event, at: at(90) }))
        given(...halted, ...found)
          .when(settlement(2, 'wrong-key'), ends(91))
          .then(refusal(2, 'wrong-key'), failed(2, 'withdrawn', 'hall-away'))
      })

      test('an absence while it was halted is none of the window', () => {
        given(...halted)
          .when(close([minutes(20, 60)]), ends(90))
          .then(timeOut, over(90, []), line(2), failed(2, 'revoked', 'time-out'))
      })

      test('more time weighs with what was left', () => {
        const away = [minutes(3, 8)]
        given(...halted, extended)
          .when(close(away), ends(120))
          .then(timeOut, over(120, away), line(2), failed(2, 'revoked', 'time-out'))
        const longer = [minutes(3, 9)]
        given(...halted, extended)
          .when(close(longer), ends(120))
          .then(timeOut, over(120, longer), line(2), failed(2, 'withdrawn', 'hall-away'))
      })

      test('a bidder’s line counts for as long as there was time to use it', () => {
        const seen = { connected: [minutes(0, 10), minutes(70, 80)], seconds: 1200, losses: 1 }
        given(...halted)
          .when(close([], { [bidderCode(2)]: [minutes(-5, 80)] }), ends(90))
          .then(timeOut, over(90, []), line(2, seen), failed(2, 'revoked', 'time-out'))
      })
    })
  })

  test('does nothing before the deadline and after the window is closed', () => {
    given(...story.decrypting())
      .when(command, { at: story.decryptionDeadline - 1 })
      .then()
    given(...story.opened())
      .when(command, expired)
      .then()
  })
})

describe('ExtendDecryption', () => {
  const command = (minutes: number): Command => ({ type: 'ExtendDecryption', payload: { minutes } })
  const later = isoTime(story.decryptionDeadline + 10 * minute)
  const extended = event('DecryptionExtended', { minutes: 10, deadline: later })

  test('[DEC-13] adds to the time there is', () => {
    given(...story.decrypting())
      .when(command(10))
      .then(extended)
  })

  test('moves what the deadline means for keys and for the clock', () => {
    const history = [...story.decrypting(), extended]
    given(...history)
      .when(decryption(1), { at: story.decryptionDeadline + 1 })
      .then(story.handedOver(1))
    given(...history)
      .when(
        { type: 'CloseDecryption', payload: { health: null } },
        { as: systemActor, at: story.decryptionDeadline },
      )
      .then()
  })

  test('[DEC-13] [SES-6] needs the command, a window still open and whole minutes', () => {
    given(...story.entered())
      .when(command(10))
      .thenRejected('wrong-status', { status: 'not-opened' })
    given(...story.decrypting())
      .when(command(10), { at: story.decryptionDeadline })
      .thenRejected('decryption-closed')
    for (const minutes of [0, -1, 2.5, 1441]) {
      given(...story.decrypting())
        .when(command(minutes))
        .thenRejected('decryption-limit-not-positive-integer')
    }
  })
})
