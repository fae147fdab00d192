import { expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { minute, opener } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { event } from './event.ts'
import { warningsOf } from './warnings.ts'

/** Minutes after the opening time at which each warning is due. */
function due(history: History): [window: string, minutesLeft: number, at: number][] {
  return warningsOf(stateAfter(history)).map(({ window, minutesLeft, at }) => [
    window,
    minutesLeft,
    (at - openingTime) / minute,
  ])
}

function decryptionFor(minutes: number): History {
  const at = isoTime(openingTime)
  const deadline = isoTime(openingTime + minutes * minute)
  const started = event('DecryptionStarted', { limitMinutes: minutes, deadline })
  return [...histories.entered(), histories.frozen, { event: started, actor: opener, at }]
}

test('[SES-8] a window is warned of five minutes and one minute before it ends', () => {
  expect(due(decryptionFor(30))).toEqual([
    ['decryption', 5, 25],
    ['decryption', 1, 29],
  ])
})

test.each([
  [6, [5, 1]],
  [5, [1]],
  [2, [1]],
  [1, []],
])('[SES-8] a window of %d minutes has the warnings %j', (minutes, expected) => {
  expect(due(decryptionFor(minutes)).map(([, minutesLeft]) => minutesLeft)).toEqual(expected)
})

test('a window that is closed or not ordered has none', () => {
  expect(due(histories.entered())).toEqual([])
  expect(due(histories.opened())).toEqual([])
  expect(due(histories.confirmed())).toEqual([])
  expect(due(histories.signingConfirmed())).toEqual([])
})

test.each([
  [
    5,
    180_000,
    [
      ['inquiry', 3, 2],
      ['inquiry', 1, 4],
    ],
  ],
  [2, 60_000, [['inquiry', 1, 1]]],
  [3, 180_000, [['inquiry', 1, 2]]],
  [5, 0, []],
])('[INQ-10] an inquiry of %d minutes with a warning of %d ms has %j', (minutes, warning, expected) => {
  const deadline = isoTime(openingTime + minutes * minute)
  const started = event('InquiryStarted', { limitMinutes: minutes, deadline, warningMilliseconds: warning })
  expect(due([...histories.readToEnd(), { event: started, at: isoTime(openingTime) }])).toEqual(expected)
})

test('[INQ-10] an inquiry that has ended has no warning', () => {
  expect(due(histories.inquired())).toEqual([])
})

test('confirmation and signing have warnings', () => {
  expect(due(histories.confirming()).map(([window]) => window)).toEqual(['confirmation', 'confirmation'])
  expect(due(histories.signing()).map(([window]) => window)).toEqual(['signing', 'signing'])
})

test('the warnings of two open windows are in due order', () => {
  const deadline = isoTime(openingTime + 27 * minute)
  const confirming = event('ConfirmationStarted', { limitMinutes: 10, deadline, overviewHash: null })
  const minutes = due([...decryptionFor(30), confirming]).map(([, , at]) => at)
  expect(minutes).toEqual([22, 25, 26, 29])
})

test('extended signing is warned of again where the added time is long enough', () => {
  const now = histories.signingDeadline + minute
  const deadline = isoTime(now + 3 * minute)
  const extended = event('SigningExtended', { minutes: 3, deadline })
  const closed = event('SigningClosed', {})
  given(...histories.signing(), closed)
    .when({ type: 'ExtendSigning', payload: { minutes: 3 } }, { at: now })
    .then(extended)
  const history = [...histories.signing(), closed, { event: extended, at: isoTime(now) }]
  expect(warningsOf(stateAfter(history))).toEqual([
    { window: 'signing', minutesLeft: 1, at: now + 2 * minute, deadline },
  ])
})
