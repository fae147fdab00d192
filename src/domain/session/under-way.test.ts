import { expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { underWay } from './under-way.ts'

const ends = (at: number) => isoTime(at)

test.each([
  ['a published section', histories.published(), 'preparation', null],
  ['decryption', histories.decrypting(), 'opening', ['decryption', ends(histories.decryptionDeadline)]],
  ['opened files', histories.opened(), 'opening', null],
  ['the inquiry', histories.inquiring(), 'announcement', ['inquiry', ends(histories.inquiryDeadline)]],
  ['confirmation', histories.confirming(), 'end', ['confirmation', ends(histories.confirmationDeadline)]],
  ['signing', histories.signing(), 'end', ['signing', ends(histories.signingDeadline)]],
  ['an ended opening', histories.ended(), 'end', null],
] as const)('[LST-14] %s has its step and its open window', (_, history, step, window) => {
  const [name, deadline] = window ?? []
  const expected = { step, bidStyle: 1, preReview: false, window: window && { name, deadline } }
  expect(underWay(stateAfter(history))).toEqual(expected)
})

test('[HLT-9] no window runs in a halted lot', () => {
  const state = stateAfter(histories.decrypting())
  expect(underWay({ ...state, lot: 'paused' })?.window).toBeNull()
})

test('[SES-1] without an announcement the step after the opening of bid files is the end', () => {
  const state = stateAfter(histories.announced({ bidStyle: 4 }))
  expect(underWay(state)?.step).toBe('end')
})
