import { expect, test } from 'vitest'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { waitingFor } from './waiting-for.ts'

const started: SessionEvent[] = [...histories.opened(), event('AnnouncementStarted', { bidderCount: 2 })]
/** Ends with: AnnouncementStarted, ReadingCutShort, EndEntered. */
const late = histories.atEndWithout(1, 2)
const replied = [histories.dispute(1), histories.disputeReply(1)]
const checked = event('RowChecked', { bidderCode: bidderCode(1), answer: 'right', text: '' })

test.each<[string, History, string | null]>([
  ['the entry into step 2', histories.submitted(), 'enter-opening'],
  ['the decryption command', histories.entered(), 'decryption-command'],
  ['their own decryption', histories.decrypting(), null],
  ['their own file to be opened', [...histories.decrypting(), histories.handedOver(1)], 'own-opening'],
  ['other bidders to decrypt', [...histories.decrypting(), ...histories.opening(1)], 'others-decrypt'],
  ['the announcement', histories.opened(), 'enter-announcement'],
  ['the reading', started, 'reading'],
  ['the check of their own row', histories.reading(), null],
  ['the end of the reading', [...histories.reading(), checked], 'reading-rest'],
  ['the reply to what they dispute', [...histories.reading(), histories.dispute(1)], 'reply'],
  ['the end of the reading after the reply', [...histories.reading(), ...replied], 'reading-rest'],
  ['step 4', [...histories.readToEnd(), checked], 'enter-end'],
  ['their own answer', histories.inquiring(), null],
  ['other bidders to answer', [...histories.inquiring(), histories.inquiryAnswer(1)], 'others-answer'],
  ['the order to confirm', histories.atEnd(), 'confirmation-command'],
  ['their own confirmation', histories.confirming(), null],
  ['other bidders to confirm', [...histories.confirming(), histories.confirmation(1)], 'others-confirm'],
  ['the order to sign', histories.confirmed(), 'signing-command'],
  ['their own signature', histories.signing(), null],
  ['other bidders to sign', [...histories.signing(), histories.signature(1)], 'others-sign'],
  ['the confirmation of all signatures', histories.signed(), 'signing-confirmation'],
  ['the end', histories.signingConfirmed(), 'end'],
  ['nothing after the end', histories.ended(), null],
  ['the second envelope', histories.firstEnvelopeEnded(), 'second-envelope'],
])('a bidder waits for %s', (_, history, waits) => {
  expect(waitFor(stateAfter(history))).toBe(waits)
})

test.each<[string, History, string | null]>([
  ['the announcement', late.slice(0, -3), 'enter-announcement-unasked'],
  ['the end of the reading', late.slice(0, -2), 'reading-unasked'],
  ['step 4', late.slice(0, -1), 'enter-end-unasked'],
  ['nothing of which the bar does not say it', late, null],
  ['nothing once others confirm', [...late, histories.confirmationStarted(late)], null],
])(
  '[END-31] a bidder whose bid was not opened waits for %s, and is asked to check nothing',
  (_, history, waits) => {
    expect(waitFor(stateAfter(history))).toBe(waits)
  },
)

test.each<[string, History, string | null]>([
  ['the opening of the bid files', histories.entered(), 'opening-rest'],
  ['the opening of the bid files while others decrypt', histories.decrypting(), 'opening-rest'],
  ['the next step', histories.opened(), 'opening-rest'],
  ['the end of the reading', started, 'reading-rest'],
])('a bidder without a bid waits for %s, and is asked for nothing', (_, history, waits) => {
  const state = stateAfter(history)
  expect(waitingFor(state, { ...bidderIn(state), files: {} }, false)).toBe(waits)
})

test('before the opening time a bidder waits for it', () => {
  const state = stateAfter(histories.submitted())
  expect(waitFor(state, true)).toBe('opening-time')
})

test('while the lot is halted a bidder waits for nothing in the step', () => {
  const state = stateAfter(histories.entered())
  expect(waitFor({ ...state, lot: 'paused' })).toBeNull()
})

function waitFor(state: SessionState, early = false) {
  return waitingFor(state, bidderIn(state), early)
}

function bidderIn(state: SessionState) {
  const own = state.bidders[bidderCode(1)]
  if (!own) throw new Error('no bidder')
  return own
}
