import { expect, test } from 'vitest'
import { epochOf } from '#lib/time.ts'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { minute } from '#test/domain/sample-actors.ts'
import { nextDue } from './due.ts'
import { event } from './event.ts'

test.each([
  ['nothing before the first window', histories.entered(), null, null],
  ['the decryption', histories.decrypting(), histories.decryptionDeadline, 'CloseDecryption'],
  ['nothing once all files are opened', histories.opened(), null, null],
  ['the objection inquiry', histories.inquiring(), histories.inquiryDeadline, 'CloseInquiry'],
  ['nothing once the inquiry has ended', histories.inquired(), null, null],
  ['the confirmation', histories.confirming(), histories.confirmationDeadline, 'CloseConfirmation'],
  ['the signing', histories.signing(), histories.signingDeadline, 'CloseSigning'],
  ['nothing once the signing is closed', [...histories.signing(), event('SigningClosed', {})], null, null],
  ['nothing after the end', histories.ended(), null, null],
  [
    'nothing of a lot that is paused',
    [...histories.decrypting(), event('LotStatusChanged', { lot: 'paused' })],
    null,
    null,
  ],
  [
    'nothing of a failed lot',
    [...histories.decrypting(), event('LotStatusChanged', { lot: 'failed' })],
    null,
    null,
  ],
])('[SES-7] the clock has to close %s', (_name, history, at, type) => {
  const due = nextDue(stateAfter(history))
  expect(due && { at: due.at, type: due.command.type }).toEqual(type === null ? null : { at, type })
})

test('[END-31] a confirmation of before that waits only for failed bids is closed at once, not at its deadline', () => {
  const history = histories.atEndWithout(2)
  const waiting = [...history, histories.confirmationStarted(history), histories.confirmation(1)]
  const state = stateAfter(waiting)
  expect(nextDue(state)).toMatchObject({ at: epochOf(state.confirmation?.issuedAt ?? ''), isDeadline: false })
  given(...waiting)
    .when({ type: 'CloseConfirmation', payload: {} }, { at: histories.confirmationDeadline - minute })
    .then(event('ConfirmationClosed', { unconfirmed: [] }))
})

test('[SES-7] the clock closes the earlier of two open windows first', () => {
  const deadline = '2026-03-02T01:40:00.000Z'
  const confirming = event('ConfirmationStarted', { limitMinutes: 1, deadline, overviewHash: null })
  expect(nextDue(stateAfter([...histories.decrypting(), confirming]))?.command.type).toBe('CloseConfirmation')
})
