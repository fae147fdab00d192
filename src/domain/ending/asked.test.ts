import { describe, expect, test } from 'vitest'
import { given, type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, minute, opener, signatureOf } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { currentWindow } from '../session/current-window.ts'
import { event } from '../session/event.ts'
import { phaseCount } from '../session/phase.ts'
import { confirmationCount, confirmers, isRowAsked, signingBidders } from './asked.ts'
import { overviewRows } from './record.ts'
import { signersOf } from './signers.ts'

const { atEndWithout, confirmationStarted, signingOrdered } = histories

/** Step 4, in which the second bid has failed. */
const atEnd = () => atEndWithout(2)
const confirming = () => [...atEnd(), confirmationStarted(atEnd())]
const closed = event('ConfirmationClosed', { unconfirmed: [] })
const confirmed = () => [...confirming(), histories.confirmation(1), closed]
const signing = () => [...confirmed(), signingOrdered(confirmed())]
const expired = (n: number) =>
  event('OverviewConfirmed', { bidderCode: bidderCode(n), by: 'time-out', signedBy: null }, {})

describe('a bidder whose bid counts as revoked or withdrawn', () => {
  test('[END-31] is not asked to confirm, and nobody waits for them', () => {
    const overviewHash = histories.overviewOf(atEnd())
    const confirm = (n: number): Command => ({
      type: 'ConfirmOverview',
      payload: { signature: signatureOf(n, 'overview'), overviewHash },
    })
    given(...confirming())
      .when(confirm(2), { as: bidder(2) })
      .thenRejected('not-asked')
    given(...confirming())
      .when(confirm(1), { as: bidder(1) })
      .then(histories.confirmation(1), closed)
    expect(phaseCount(stateAfter(confirming()))).toEqual({ done: 0, total: 1 })
    expect(currentWindow(stateAfter([...confirming(), histories.confirmation(1)]))).toBeNull()
  })

  test('[END-31] does not count as confirmed on expiry, by nobody’s act', () => {
    const rest = event('ConfirmationEnded', { reason: '无', automatic: [bidderCode(1)] })
    given(...confirming())
      .when({ type: 'EndConfirmation', payload: { reason: '无' } }, { as: opener })
      .then(rest)
    given(...confirming())
      .when({ type: 'CloseConfirmation', payload: {} }, { at: histories.confirmationDeadline })
      .then(expired(1), closed)
    given(...confirming(), event('ConfirmationClosed', { unconfirmed: [bidderCode(1)] }))
      .when({ type: 'ConfirmExpired', payload: { bidderCodes: [bidderCode(1), bidderCode(2)] } })
      .then(expired(1))
  })

  test('[END-31] is not asked to sign, and the signing can be confirmed without them', () => {
    const state = stateAfter(signing())
    const recordHash = state.signing?.recordHash ?? ''
    given(...signing())
      .when(
        { type: 'SignRecord', payload: { signature: signatureOf(2), recordHash } },
        { as: bidder(2), at: histories.signingDeadline - minute },
      )
      .thenRejected('not-asked')
    expect(signersOf(state).map(({ unitCode }) => unitCode)).not.toContain(bidderCode(2))
    given(...signing(), histories.signature(1))
      .when({ type: 'ConfirmSigning', payload: {} })
      .then(event('SigningConfirmed', { unsigned: [] }))
  })
})

test('[END-31] with no bid opened the confirmation is closed as soon as it is ordered, and signing waits for nobody', () => {
  const none = atEndWithout(1, 2)
  given(...none)
    .when(
      { type: 'StartConfirmation', payload: { limitMinutes: 10 } },
      { at: histories.confirmationDeadline - 10 * minute },
    )
    .then(confirmationStarted(none), closed)
  expect(signingBidders(stateAfter(none))).toEqual([])
})

test('[END-31] an invalid bid was opened: its bidder is asked', () => {
  const marked = event('BidMarked', { bidderCode: bidderCode(1), invalid: true, note: '资格不符' })
  const history = [...histories.opened(), marked]
  expect(codes(history)).toEqual({
    confirm: [bidderCode(1), bidderCode(2)],
    sign: [bidderCode(1), bidderCode(2)],
  })
})

test('[END-31] logs of before keep who confirmed, signed or did not sign', () => {
  const all = [bidderCode(1), bidderCode(2)]
  expect(codes([...confirming(), histories.confirmation(1), expired(2)]).confirm).toEqual(all)
  expect(codes([...signing(), histories.signature(2)]).sign).toEqual(all)
  expect(codes([...signing(), event('SigningConfirmed', { unsigned: [bidderCode(2)] })]).sign).toEqual(all)
})

test('[END-31] logs of before keep who is named as not having confirmed', () => {
  const named = event('ConfirmationClosed', { unconfirmed: [bidderCode(2)] })
  const rowsAsked = (history: History) => {
    const state = stateAfter(history)
    return overviewRows(state).map((row) => isRowAsked(state, row))
  }
  expect(rowsAsked([...confirming(), histories.confirmation(1), named])).toEqual([true, true])
  expect(rowsAsked(confirmed())).toEqual([true, false])
})

test('[END-20] own confirmations are counted apart from those by the system', () => {
  const ended = event('ConfirmationEnded', { reason: '均已到场', automatic: [bidderCode(2)] })
  const state = stateAfter([...histories.confirming(), histories.confirmation(1), ended])
  expect(confirmationCount(state)).toEqual({ total: 2, done: 1, automatic: 1 })
})

function codes(history: History) {
  const state = stateAfter(history)
  return {
    confirm: confirmers(state).map(({ code }) => code),
    sign: signingBidders(state).map(({ code }) => code),
  }
}
