import { expect, test } from 'vitest'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { event } from '../session/event.ts'
import { areStatusesPublic } from './public-statuses.ts'

const evaluated = event('EvaluationStatusChanged', { status: 'evaluated' })

test.each<[string, History, boolean, boolean]>([
  ['while bids are decrypted', histories.decrypting(), false, false],
  ['once all are opened', histories.opened(), false, false],
  ['in the announcement', histories.readToEnd(), false, false],
  ['from step 4 on', histories.atEnd(), true, false],
  ['while the overview is confirmed', histories.confirming(), true, true],
  ['after the end', histories.ended(), true, false],
  ['after the evaluation', [...histories.ended(), evaluated], true, true],
  ['in the second envelope', histories.secondEnvelopeCalled(), true, true],
])('[DEP-5] bidders see the status of every deposit %s: %s', (_, history, always, afterEvaluation) => {
  const state = stateAfter(history)
  expect(areStatusesPublic(state, { overviewAfterEvaluation: false })).toBe(always)
  expect(areStatusesPublic(state, { overviewAfterEvaluation: true })).toBe(afterEvaluation)
})
