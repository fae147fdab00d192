import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
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

test('[SES-7] the clock closes the earlier of two open windows first', () => {
  const deadline = '2026-03-02T01:40:00.000Z'
  const confirming = event('ConfirmationStarted', { limitMinutes: 1, deadline, overviewHash: null })
  expect(nextDue(stateAfter([...histories.decrypting(), confirming]))?.command.type).toBe('CloseConfirmation')
})
