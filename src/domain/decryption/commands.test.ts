import { describe, expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, present, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId, minute } from '#test/domain/sample-actors.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { openingProblem, tooFewBids } from '../preparation/entry-check.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'

describe('EnterBidOpening', () => {
  const command: Command = { type: 'EnterBidOpening', payload: {} }

  test('leads to step 2 once the opening time has come and the people are recorded', () => {
    given(...histories.submitted(), histories.personInfo)
      .when(command, { at: openingTime })
      .then(event('BidOpeningEntered', {}))
  })

  test('changes nothing the second time', () => {
    given(...histories.entered())
      .when(command)
      .then()
  })

  test('[PRE-2] is refused before the opening time', () => {
    given(...histories.submitted(), histories.personInfo)
      .when(command, { at: openingTime - 1 })
      .thenRejected('opening-step-too-early')
  })

  test('is refused without person info where the variant asks for it', () => {
    given(...histories.submitted())
      .when(command)
      .thenRejected('person-info-missing')
    given(...histories.submitted())
      .when(command, { rules: { personInfoRequired: false } })
      .then(event('BidOpeningEntered', {}))
  })

  test('counts bids, not enrolments, where the variant refuses too few', () => {
    given(...histories.submitted(), histories.personInfo)
      .when(command, { rules: { refuseTooFewBidders: true } })
      .thenRejected('too-few-bidders', { minimum: 3, count: 2 })
    given(...histories.submitted(), histories.submissionOf(3), histories.personInfo)
      .when(command, { rules: { refuseTooFewBidders: true } })
      .then(event('BidOpeningEntered', {}))
  })

  test('waits for the opening time also after an early entry', () => {
    const history = [
      ...histories.submitted(),
      { event: histories.personInfo, at: isoTime(openingTime - 20 * minute) },
    ]
    given(...history)
      .when(command, { at: openingTime - 10 * minute, rules: { entryLeadMinutes: 30 } })
      .thenRejected('opening-step-too-early')
  })

  test('[PRE-3] is told of too few bids from the opening time on', () => {
    const state = stateAfter(histories.submitted())
    expect(tooFewBids(state, 3, openingTime - 1)).toBeNull()
    expect(tooFewBids(state, 3, openingTime)).toEqual({
      code: 'too-few-bidders',
      params: { minimum: 3, count: 2 },
    })
    expect(tooFewBids(state, 2, openingTime)).toBeNull()
  })

  test('its check refuses a section that is not published', () => {
    expect(openingProblem(stateAfter([]), rules, present)?.code).toBe('not-published')
  })
})

describe('StartDecryption', () => {
  const command = (limitMinutes: number | null): Command => ({
    type: 'StartDecryption',
    payload: { limitMinutes },
  })

  test('[DEC-4] freezes every bid in the log, then opens the window', () => {
    const deadline = isoTime(present + 30 * minute)
    given(...histories.entered())
      .when(command(30))
      .then(histories.frozen, event('DecryptionStarted', { limitMinutes: 30, deadline }))
  })

  test('freezes the bid that replaced an earlier one', () => {
    const state = stateAfter([
      ...histories.enrolled(),
      histories.submissionOf(1),
      histories.submissionOf(1, 2),
    ])
    expect(state.bidders[bidderCode(1)]?.files.technical?.submission.fileId).toBe(fileId(1, 2))
  })

  test('[DEC-1] needs step 2', () => {
    given(...histories.submitted())
      .when(command(30))
      .thenRejected('enter-opening-first')
  })

  test('[TEN-1] [DEC-1] is accepted once', () => {
    given(...histories.decrypting())
      .when(command(30))
      .thenRejected('decryption-already-issued')
  })

  test('[DEC-2] [SES-6] refuses a limit of more than a day as too long', () => {
    given(...histories.entered())
      .when(command(1441))
      .thenRejected('limit-too-long', { maximum: 1440 })
  })

  test.each([0, -1, 1.5, Number.NaN])('[DEC-2] [SES-6] refuses %d minutes', (limit) => {
    given(...histories.entered())
      .when(command(limit))
      .thenRejected('decryption-limit-not-positive-integer')
  })

  test('[DEC-2] refuses a missing limit and one below the minimum', () => {
    given(...histories.entered())
      .when(command(null))
      .thenRejected('decryption-limit-missing')
    given(...histories.entered())
      .when(command(4))
      .thenRejected('decryption-limit-too-short', { minimum: 5 })
  })

  test('[DEC-1] needs a bid', () => {
    given(...histories.enrolled(), histories.personInfo, event('BidOpeningEntered', {}))
      .when(command(30))
      .thenRejected('no-bids')
  })
})

describe('MarkBid', () => {
  const command = (invalid: boolean, note = '未递交保证金 ', code = bidderCode(1)): Command => ({
    type: 'MarkBid',
    payload: { bidderCode: code, invalid, note },
  })

  test('[DEC-16] marks an opened bid with its note', () => {
    given(...histories.opened())
      .when(command(true))
      .then(event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '未递交保证金' }))
  })

  test('[DEC-16] takes the mark back', () => {
    given(...histories.opened())
      .when(command(false))
      .then(event('BidMarked', { bidderCode: bidderCode(1), invalid: false, note: '' }))
  })

  test('[DEC-16] needs a note', () => {
    given(...histories.opened())
      .when(command(true, '  '))
      .thenRejected('note-missing')
  })

  test('[DEC-16] marks no bid that counts as revoked or withdrawn, but takes back an earlier mark', () => {
    const bid = { bidderCode: bidderCode(1), fileId: fileId(1) }
    const timeOut = event('DecryptionClosed', { cause: 'time-out' })
    for (const outcome of [
      { kind: 'withdrawn', cause: 'damaged-file' },
      { kind: 'revoked', cause: 'time-out' },
    ] as const) {
      const failed = [...histories.decrypting(), timeOut, event('BidFailed', { ...bid, ...outcome })]
      given(...failed)
        .when(command(true))
        .thenRejected('bid-not-opened')
      const marked = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '未递交保证金' })
      given(...failed, marked)
        .when(command(true))
        .thenRejected('bid-not-opened')
      given(...failed, marked)
        .when(command(false))
        .then(event('BidMarked', { bidderCode: bidderCode(1), invalid: false, note: '' }))
    }
  })

  test('[DEC-16] needs a known bidder whose bid was opened', () => {
    const refused = event('DecryptionRefused', {
      ...{ bidderCode: bidderCode(1), fileId: fileId(1) },
      ...{ method: 'file-key', cause: 'wrong-key' },
    })
    for (const history of [
      histories.decrypting(),
      [...histories.decrypting(), histories.handedOver(1), refused],
    ]) {
      given(...history)
        .when(command(true))
        .thenRejected('bid-not-opened')
    }
    given(...histories.opened())
      .when(command(true, 'x', 'constructor'))
      .thenRejected('unknown-bidder')
  })

  test('[DEC-16] is refused once confirmation is ordered', () => {
    given(...histories.confirming())
      .when(command(true))
      .thenRejected('locked-by-confirmation')
  })
})
