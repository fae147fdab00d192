import { expect, test } from 'vitest'
import { type History, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { rules } from '#test/support/sample-tender.ts'
import { flowStatusOf } from '../preparation/entry-check.ts'
import { event } from './event.ts'
import { hasAnnouncement, stepAt, stepsOf } from './flow.ts'
import type { Rules } from './variant-rules.ts'

test.each([
  [0, 'preparation'],
  [14, 'preparation'],
  [15, 'opening'],
  [24, 'opening'],
  [25, 'announcement'],
  [39, 'announcement'],
  [40, 'end'],
  [45, 'end'],
])('[SES-2] flow status %d is in step %s', (status, step) => {
  expect(stepAt(status)).toBe(step)
})

test('[SES-1] only bid styles 4 and 0 have no announcement step', () => {
  const styles = [0, 1, 2, 3, 4, 5, 6] as const
  expect(styles.filter((style) => !hasAnnouncement(style))).toEqual([0, 4])
  expect(stepsOf(4)).toEqual(['preparation', 'opening', 'end'])
  expect(stepsOf(1)).toHaveLength(4)
})

const failed = event('LotStatusChanged', { lot: 'failed' })

test('[SES-2] the flow status that others read is 5 once the preparation is done, until step 2', () => {
  const statusOf = (history: History, changes: Partial<Rules> = {}) =>
    flowStatusOf(stateAfter(history), { ...rules, ...changes })
  expect(statusOf(histories.submitted())).toBe(0)
  expect(statusOf(histories.submitted(), { personInfoRequired: false })).toBe(5)
  expect(statusOf([...histories.submitted(), histories.personInfo])).toBe(5)
  const lacking = histories.submitted({ requiredTenderFiles: ['technical'] })
  expect(statusOf([...lacking, histories.personInfo])).toBe(0)
  expect(statusOf(histories.entered())).toBe(15)
})

test.each([
  ['published', 'not-opened', 0, histories.published()],
  ['step 2 entered', 'not-opened', 15, histories.entered()],
  ['decryption commanded', 'opening', 15, histories.decrypting()],
  ['decryption of a double envelope commanded', 'opening', 16, histories.doubled(histories.decrypting())],
  ['announced', 'opening', 25, histories.announced()],
  ['step 4 entered', 'opening', 40, histories.atEnd()],
  ['first envelope ended', 'to-be-opened', 45, histories.firstEnvelopeEnded()],
  ['opening ended', 'opened', 45, histories.ended()],
  ['lot failed', 'failed', 25, [...histories.announced(), failed]],
] as const)('[SES-2] [SES-3] %s: the status is %s, the flow status %d', (_name, status, flow, history) => {
  expect(stateAfter(history)).toMatchObject({ status, flow })
})
