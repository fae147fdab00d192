import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, minute } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { overviewRows } from './record.ts'

const before = { at: histories.confirmationDeadline - minute }

describe('EndConfirmation', () => {
  const command = (reason: string): Command => ({ type: 'EndConfirmation', payload: { reason } })
  const ended = event('ConfirmationEnded', { reason: '均已到场确认', automatic: [bidderCode(2)] })

  test.each([true, false])(
    '[END-20] confirms whoever has not answered, with autoConfirm %s',
    (autoConfirm) => {
      const history = [...histories.confirming(), histories.confirmation(1)]
      given(...history)
        .when(command('均已到场确认'), { ...before, rules: { autoConfirm } })
        .then(ended)
      const state = stateAfter([...history, ended])
      expect(state.confirmation).toMatchObject({ closed: true, ended: { reason: '均已到场确认' } })
      expect(overviewRows(state).map(({ confirmed }) => confirmed)).toEqual(['bidder', 'time-out'])
    },
  )

  test('[END-20] needs a reason', () => {
    given(...histories.confirming())
      .when(command(''), before)
      .thenRejected('confirmation-reason-missing')
  })

  test('[END-20] needs a confirmation under way', () => {
    given(...histories.atEnd())
      .when(command('均已到场确认'), before)
      .thenRejected('confirmation-not-issued')
    given(...histories.confirmed())
      .when(command('均已到场确认'), before)
      .thenRejected('confirmation-closed')
    given(...histories.confirming())
      .when(command('均已到场确认'), { at: histories.confirmationDeadline })
      .thenRejected('confirmation-closed')
  })

  test('[END-20] nobody confirms afterwards, and the signing can be ordered', () => {
    const history = [...histories.confirming(), histories.confirmation(1), ended]
    given(...history)
      .when({ type: 'CloseConfirmation', payload: {} }, { at: histories.confirmationDeadline })
      .then()
    const [started] = histories.signing().slice(-1)
    expect(stateAfter([...history, ...(started ? [started] : [])]).signing).not.toBeNull()
  })
})

describe('ConfirmExpired', () => {
  const command = (...codes: string[]): Command => ({
    type: 'ConfirmExpired',
    payload: { bidderCodes: codes },
  })
  const closed = event('ConfirmationClosed', { unconfirmed: [bidderCode(2)] })
  const expired = [...histories.confirming(), histories.confirmation(1), closed]
  const automatic = event(
    'OverviewConfirmed',
    { bidderCode: bidderCode(2), by: 'time-out', signedBy: null },
    {},
  )

  test('[END-21] confirms expired rows, once or many times the same', () => {
    given(...expired)
      .when(command(bidderCode(1), bidderCode(2), bidderCode(2)))
      .then(automatic)
    given(...expired, automatic)
      .when(command(bidderCode(1), bidderCode(2)))
      .then()
  })

  test('[END-21] waits for the end of the confirmation', () => {
    given(...histories.atEnd())
      .when(command(bidderCode(2)))
      .thenRejected('confirmation-not-issued')
    given(...histories.confirming())
      .when(command(bidderCode(2)))
      .thenRejected('confirmation-still-open')
  })

  test('[END-21] confirms only bidders who take part, and none once the record is fixed', () => {
    given(...expired)
      .when(command(bidderCode(3)))
      .thenRejected('unknown-bidder')
    const [started] = histories.signing().slice(-1)
    given(...expired, ...(started ? [started] : []))
      .when(command(bidderCode(2)))
      .thenRejected('locked-by-signing')
  })
})
