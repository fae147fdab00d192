import { describe, expect, test } from 'vitest'
import { systemActor } from '#domain/session/actor.ts'
import { isoTime } from '#lib/time.ts'
import { given, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, decryption, fileId, minute } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import type { FailureCause } from './outcome.ts'

const timeOut = event('DecryptionClosed', { cause: 'time-out' })
const failed = (n: number, cause: FailureCause) =>
  event('BidFailed', { bidderCode: bidderCode(n), fileId: fileId(n), kind: 'withdrawn', cause })
const reopen = (limitMinutes: number | null = 10, reason = ' 开标大厅中断 '): Command => ({
  type: 'ReopenDecryption',
  payload: { limitMinutes, reason },
})
const reopened = (...bidders: number[]) =>
  event('DecryptionReopened', {
    limitMinutes: 10,
    deadline: isoTime(present + 10 * minute),
    reason: '开标大厅中断',
    files: bidders.map((n) => ({ bidderCode: bidderCode(n), fileId: fileId(n) })),
  })
const byHall = [...histories.decrypting(), timeOut, failed(1, 'hall-away'), failed(2, 'time-out')]
const byServer = [...histories.decrypting(), timeOut, failed(1, 'server-failure'), failed(2, 'time-out')]

describe('ReopenDecryption', () => {
  test.each(['hall-away', 'server-failure'] as const)(
    '[DEC-18] opens the window again for a file that failed as %s, and for no other',
    (cause) => {
      given(...histories.decrypting(), timeOut, failed(1, cause), failed(2, 'time-out'))
        .when(reopen())
        .then(reopened(1))
    },
  )

  test('[DEC-18] a key is then accepted for these files alone, until the new deadline', () => {
    const history = [...byHall, reopened(1)]
    given(...history)
      .when(decryption(1))
      .then(histories.handedOver(1))
    given(...history)
      .when(decryption(2), { as: bidder(2) })
      .thenRejected('decryption-closed')
    given(...history)
      .when(decryption(1), { at: present + 10 * minute })
      .thenRejected('decryption-closed')
    const { bidders, decryption: window } = stateAfter(history)
    expect(window).toMatchObject({ closed: false, cause: null, closedAt: null, outages: null })
    expect(bidders[bidderCode(2)]?.files.technical?.file).toMatchObject({ cause: 'time-out' })
  })

  test('[DEC-18] a file that the hall could not open stays the hall’s fault if no key follows', () => {
    const history = [...byServer, reopened(1)]
    given(...history)
      .when(
        { type: 'CloseDecryption', payload: { health: null } },
        { as: systemActor, at: present + 10 * minute },
      )
      .then(timeOut, failed(1, 'server-failure'))
    given(...history)
      .when(decryption(1))
      .then(histories.handedOver(1))
  })
})

describe('a refused ReopenDecryption', () => {
  test('[DEC-18] is refused before the command, while the window is open, and where no file failed so', () => {
    given(...histories.entered())
      .when(reopen())
      .thenRejected('wrong-status', { status: 'not-opened' })
    given(...histories.decrypting())
      .when(reopen())
      .thenRejected('decryption-still-open')
    given(...histories.decrypting(), timeOut, failed(1, 'damaged-file'), failed(2, 'time-out'))
      .when(reopen())
      .thenRejected('nothing-to-reopen')
  })

  test('[DEC-18] is refused once the announcement has begun', () => {
    const announced = event('AnnouncementStarted', { bidderCount: 2 })
    given(...byHall, announced)
      .when(reopen())
      .thenRejected('reopening-too-late')
  })

  test('[DEC-18] is refused without bid encryption', () => {
    const imported = event('BidImportStarted', {})
    given(...histories.submitted({ encrypted: false }), imported)
      .when(reopen())
      .thenRejected('bids-not-encrypted')
  })

  test('[DEC-18] requires a time limit and a reason', () => {
    given(...byHall)
      .when(reopen(null))
      .thenRejected('decryption-limit-missing')
    given(...byHall)
      .when(reopen(0))
      .thenRejected('decryption-limit-not-positive-integer')
    given(...byHall)
      .when(reopen(10, ' '))
      .thenRejected('reopening-reason-missing')
  })
})
