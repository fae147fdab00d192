import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, minute, signatureOf } from '#test/domain/sample-actors.ts'
import { tender } from '#test/support/sample-tender.ts'
import type { Command } from '../session/command.ts'
import { event, type SessionEvent } from '../session/event.ts'
import { finishProblem } from './ending-conditions.ts'

const badLimits = [0, -5, 2.5, Number.NaN]
const tooLong = { maximum: 1440 } as const

describe('StartConfirmation', () => {
  const command = (limitMinutes: number): Command => ({
    type: 'StartConfirmation',
    payload: { limitMinutes },
  })
  const at = histories.confirmationDeadline - 10 * minute

  test('asks the bidders to confirm the table as it is within the time given', () => {
    const overviewHash = histories.overviewOf(histories.atEnd())
    const deadline = isoTime(histories.confirmationDeadline)
    given(...histories.atEnd())
      .when(command(10), { at })
      .then(event('ConfirmationStarted', { limitMinutes: 10, deadline, overviewHash }))
  })

  test('[END-2] needs step 4, and is accepted once', () => {
    given(...histories.announced())
      .when(command(10))
      .thenRejected('enter-end-first')
    given(...histories.confirming())
      .when(command(10))
      .thenRejected('confirmation-already-issued')
  })

  test('[SES-6] refuses more than a day', () => {
    given(...histories.atEnd())
      .when(command(1441))
      .thenRejected('limit-too-long', tooLong)
  })

  test.each(badLimits)('[SES-6] refuses %d minutes', (limit) => {
    given(...histories.atEnd())
      .when(command(limit))
      .thenRejected('limit-not-positive-integer')
  })
})

describe('ConfirmOverview', () => {
  const overviewHash = histories.overviewOf(histories.confirming())
  const command = (n: number, hash = overviewHash): Command => ({
    type: 'ConfirmOverview',
    payload: { signature: signatureOf(n, 'overview'), overviewHash: hash },
  })

  test('[END-3] records a bidder’s confirmation with their signature', () => {
    given(...histories.confirming())
      .when(command(1))
      .then(histories.confirmation(1))
  })

  test('[END-4] closes with the last bidder', () => {
    given(...histories.confirming(), histories.confirmation(1))
      .when(command(2), { as: bidder(2) })
      .then(histories.confirmation(2), event('ConfirmationClosed', { unconfirmed: [] }))
  })

  test('[END-3] is accepted once from each bidder', () => {
    given(...histories.confirming(), histories.confirmation(1))
      .when(command(1))
      .thenRejected('already-confirmed')
  })

  test('needs the command, a bid and the time', () => {
    given(...histories.atEnd())
      .when(command(1))
      .thenRejected('confirmation-not-issued')
    given(...histories.confirming())
      .when(command(3), { as: bidder(3) })
      .thenRejected('unknown-bidder')
    given(...histories.confirming())
      .when(command(1), { at: histories.confirmationDeadline })
      .thenRejected('confirmation-closed')
  })

  test('[END-3] needs the hash of the current table', () => {
    given(...histories.confirming())
      .when(command(1, 'f'.repeat(64)))
      .thenRejected('stale-document')
  })
})

describe('CloseConfirmation', () => {
  const command: Command = { type: 'CloseConfirmation', payload: {} }
  const expired = { at: histories.confirmationDeadline }

  test('[END-4] confirms the rest automatically where the variant says so', () => {
    const automatic = { bidderCode: bidderCode(2), by: 'time-out', signedBy: null } as const
    given(...histories.confirming(), histories.confirmation(1))
      .when(command, expired)
      .then(event('OverviewConfirmed', automatic, {}), event('ConfirmationClosed', { unconfirmed: [] }))
  })

  test('[END-4] otherwise names those who did not', () => {
    given(...histories.confirming(), histories.confirmation(1))
      .when(command, { ...expired, rules: { autoConfirm: false } })
      .then(event('ConfirmationClosed', { unconfirmed: [bidderCode(2)] }))
  })

  test('does nothing before the deadline and after it is closed', () => {
    given(...histories.confirming())
      .when(command, { at: histories.confirmationDeadline - 1 })
      .then()
    given(...histories.confirmed())
      .when(command, expired)
      .then()
    given(...histories.atEnd())
      .when(command, expired)
      .then()
  })
})

describe('RemarkBid', () => {
  const payload = { bidderCode: bidderCode(1), remark: '报价含暂列金额' }

  test('puts a remark beside a row', () => {
    given(...histories.announced())
      .when({ type: 'RemarkBid', payload })
      .then(event('BidRemarked', payload))
  })

  test('needs a known bidder', () => {
    given(...histories.announced())
      .when({ type: 'RemarkBid', payload: { ...payload, bidderCode: 'toString' } })
      .thenRejected('unknown-bidder')
  })

  test('[END-5] is refused once confirmation is ordered', () => {
    given(...histories.confirming())
      .when({ type: 'RemarkBid', payload })
      .thenRejected('locked-by-confirmation')
  })
})

describe('RecordRemarks', () => {
  const command: Command = { type: 'RecordRemarks', payload: { remarks: '无异常' } }

  test('[END-5] records the session’s remarks until signing is ordered', () => {
    given(...histories.confirmed())
      .when(command)
      .then(event('RemarksRecorded', { remarks: '无异常' }))
    given(...histories.signing())
      .when(command)
      .thenRejected('locked-by-signing')
  })
})

describe('StartSigning', () => {
  const command = (limitMinutes: number): Command => ({ type: 'StartSigning', payload: { limitMinutes } })
  const at = histories.signingDeadline - 15 * minute

  test('[END-6] fixes the record by its hash and opens the window', () => {
    const deadline = isoTime(histories.signingDeadline)
    const recordHash = histories.recordOf(histories.confirmed())
    given(...histories.confirmed())
      .when(command(15), { at })
      .then(event('SigningStarted', histories.signingStarted(deadline, recordHash)))
  })

  test('fixes another hash when a remark differs', () => {
    const remarked = [...histories.confirmed(), event('RemarksRecorded', { remarks: '有异常' })]
    expect(histories.recordOf(remarked)).not.toBe(histories.recordOf(histories.confirmed()))
  })

  test('[END-6] needs step 4 and a closed confirmation, and is accepted once', () => {
    given(...histories.announced())
      .when(command(15))
      .thenRejected('enter-end-first')
    given(...histories.atEnd())
      .when(command(15))
      .thenRejected('confirmation-not-issued')
    given(...histories.confirming())
      .when(command(15))
      .thenRejected('confirmation-still-open')
    given(...histories.signing())
      .when(command(15))
      .thenRejected('signing-already-issued')
  })

  test('[END-5] needs remarks where the variant asks for them', () => {
    given(...histories.confirmed())
      .when(command(15), { rules: { remarksRequired: true } })
      .thenRejected('remarks-missing')
  })

  test('[SES-6] refuses more than a day', () => {
    given(...histories.confirmed())
      .when(command(1441))
      .thenRejected('limit-too-long', tooLong)
  })

  test.each(badLimits)('[SES-6] refuses %d minutes', (limit) => {
    given(...histories.confirmed())
      .when(command(limit))
      .thenRejected('limit-not-positive-integer')
  })
})

describe('SignRecord', () => {
  const recordHash = histories.recordOf(histories.confirmed())
  const command = (n: number, hash = recordHash): Command => ({
    type: 'SignRecord',
    payload: { signature: signatureOf(n), recordHash: hash },
  })

  test('records the signature', () => {
    given(...histories.signing())
      .when(command(1))
      .then(histories.signature(1))
  })

  test('[END-7] is accepted once from each bidder', () => {
    given(...histories.signed())
      .when(command(1))
      .thenRejected('already-signed')
  })

  test('needs the command, a bid and the time', () => {
    given(...histories.confirmed())
      .when(command(1))
      .thenRejected('signing-not-issued')
    given(...histories.signing())
      .when(command(3), { as: bidder(3) })
      .thenRejected('signer-unknown')
    given(...histories.signing())
      .when(command(1), { at: histories.signingDeadline })
      .thenRejected('signing-time-over')
  })

  test('[END-7] needs the hash of the fixed record', () => {
    given(...histories.signing())
      .when(command(1, 'f'.repeat(64)))
      .thenRejected('stale-document')
  })

  test('is possible again after an extension', () => {
    const deadline = isoTime(histories.signingDeadline + 10 * minute)
    const extended = event('SigningExtended', { minutes: 10, deadline })
    given(...histories.signing(), event('SigningClosed', {}), extended)
      .when(command(1), { at: histories.signingDeadline })
      .then(histories.signature(1))
  })
})

describe('ExtendSigning', () => {
  const command = (minutes: number): Command => ({ type: 'ExtendSigning', payload: { minutes } })
  const expired = { at: histories.signingDeadline }

  test('[END-9] gives more time from now on, once the time has run out', () => {
    const deadline = isoTime(histories.signingDeadline + 10 * minute)
    given(...histories.signing())
      .when(command(10), expired)
      .then(event('SigningExtended', { minutes: 10, deadline }))
  })

  test('[END-9] is refused while time remains', () => {
    given(...histories.signing())
      .when(command(10), { at: histories.signingDeadline - 1 })
      .thenRejected('signing-time-not-ended')
  })

  test('needs a signing that is not confirmed', () => {
    given(...histories.confirmed())
      .when(command(10))
      .thenRejected('signing-not-issued')
    given(...histories.signingConfirmed())
      .when(command(10), expired)
      .thenRejected('signing-already-confirmed')
  })

  test('[SES-6] refuses more than a day', () => {
    given(...histories.signing())
      .when(command(1441), expired)
      .thenRejected('limit-too-long', tooLong)
  })

  test.each(badLimits)('[SES-6] refuses %d minutes', (minutes) => {
    given(...histories.signing())
      .when(command(minutes), expired)
      .thenRejected('limit-not-positive-integer')
  })
})

describe('CloseSigning', () => {
  const command: Command = { type: 'CloseSigning', payload: {} }

  test('closes the window at its deadline, once', () => {
    given(...histories.signing())
      .when(command, { at: histories.signingDeadline })
      .then(event('SigningClosed', {}))
    given(...histories.signing())
      .when(command, { at: histories.signingDeadline - 1 })
      .then()
    given(...histories.signing(), event('SigningClosed', {}))
      .when(command, { at: histories.signingDeadline })
      .then()
  })
})

describe('ConfirmSigning', () => {
  const command: Command = { type: 'ConfirmSigning', payload: {} }

  test('[END-10] closes the signing for good when all have signed', () => {
    given(...histories.signed())
      .when(command)
      .then(event('SigningConfirmed', { unsigned: [] }))
  })

  test('[END-10] waits for signatures while time remains', () => {
    given(...histories.signing(), histories.signature(1))
      .when(command)
      .thenRejected('some-not-signed', { count: 1 })
  })

  test('[END-10] names missing signatures once the time is over', () => {
    given(...histories.signing(), histories.signature(1), event('SigningClosed', {}))
      .when(command)
      .then(event('SigningConfirmed', { unsigned: [bidderCode(2)] }))
  })

  test('needs the signing command, and is accepted once', () => {
    given(...histories.confirmed())
      .when(command)
      .thenRejected('signing-not-issued')
    given(...histories.signingConfirmed())
      .when(command)
      .thenRejected('signing-already-confirmed')
  })
})

describe('EndOpening', () => {
  const command: Command = { type: 'EndOpening', payload: {} }

  test('[END-11] ends the opening once the signing is confirmed', () => {
    given(...histories.signingConfirmed())
      .when(command)
      .then(event('OpeningEnded', {}))
  })

  test('[END-11] is refused before it is confirmed', () => {
    given(...histories.announced())
      .when(command)
      .thenRejected('enter-end-first')
    given(...histories.signed())
      .when(command)
      .thenRejected('confirm-signing-first')
  })

  test('[TEN-1] is accepted once', () => {
    given(...histories.ended())
      .when(command)
      .thenRejected('opening-ended')
  })

  test('[END-11] needs no signing in mode YS, but no open confirmation or signing', () => {
    const ys = (history: SessionEvent[]) => [
      event('TenderPublished', { tender: tender({ openingMode: 'YS' }) }),
      ...history.slice(1),
    ]
    given(...ys(histories.announced()))
      .when(command)
      .thenRejected('enter-end-first')
    for (const history of [histories.atEnd(), histories.confirmed()]) {
      given(...ys(history))
        .when(command)
        .then(event('OpeningEnded', {}))
    }
    given(...ys(histories.confirming()))
      .when(command)
      .thenRejected('confirmation-still-open')
    given(...ys(histories.signed()))
      .when(command)
      .thenRejected('confirm-signing-first')
    given(...ys(histories.signed()), event('SigningClosed', {}))
      .when(command)
      .then(event('OpeningEnded', {}))
  })

  test('its check passes with a confirmed signing', () => {
    expect(finishProblem(stateAfter(histories.signingConfirmed()))).toBeNull()
  })
})
