import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as story from '#test/domain/story.ts'
import { nextDue } from './due.ts'
import { event } from './event.ts'

test.each([
  ['nothing before the first window', story.entered(), null, null],
  ['the decryption', story.decrypting(), story.decryptionDeadline, 'CloseDecryption'],
  ['nothing once all files are opened', story.opened(), null, null],
  ['the confirmation', story.confirming(), story.confirmationDeadline, 'CloseConfirmation'],
  ['the signing', story.signing(), story.signingDeadline, 'CloseSigning'],
  ['nothing once the signing is closed', [...story.signing(), event('SigningClosed', {})], null, null],
  ['nothing after the end', story.ended(), null, null],
  [
    'nothing of a lot that is paused',
    [...story.decrypting(), event('LotStatusChanged', { lot: 'paused' })],
    null,
    null,
  ],
  [
    'nothing of a failed lot',
    [...story.decrypting(), event('LotStatusChanged', { lot: 'failed' })],
    null,
    null,
  ],
])('[SES-7] the clock has to close %s', (_name, history, at, type) => {
  const due = nextDue(stateAfter(history))
  expect(due && { at: due.at, type: due.command.type }).toEqual(type === null ? null : { at, type })
})

test('[SES-7] the clock closes the earlier of two open windows first', () => {
  const confirming = event('ConfirmationStarted', { limitMinutes: 1, deadline: '2026-03-02T01:40:00.000Z' })
  expect(nextDue(stateAfter([...story.decrypting(), confirming]))?.command.type).toBe('CloseConfirmation')
})
