import { expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { stepTitleKey } from './step-title.ts'

test.each([
  ['opening', { qualification: 8 }, 'steps:opening.titleQualification'],
  ['opening', { qualification: 16 }, 'step_opening'],
  ['announcement', { preReview: true }, 'steps:announcement.titlePreReview'],
  ['announcement', {}, 'step_announcement'],
  ['preparation', { bidStyle: 3 }, 'step_preparation_style3'],
  ['end', { bidStyle: 3 }, 'step_end_style3'],
  ['end', { bidStyle: 1 }, 'step_end'],
] as const)('[SHL-7] the %s of %o is called %s', (step, changes, title) => {
  expect(stepTitleKey(step, tender(changes))).toBe(title)
})
