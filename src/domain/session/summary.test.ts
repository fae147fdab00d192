import { expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { event } from './event.ts'
import { initial } from './state.ts'
import { summaryOf, summarySchema } from './summary.ts'

function after(history: Parameters<typeof stateAfter>[0]) {
  return summarySchema.parse(summaryOf(stateAfter(history)))
}

test('[WAL-2] a summary has step, phase, the running window with its warnings, and who is done', () => {
  const decrypting = [...histories.decrypting(), ...histories.opening(1)]
  expect(after(decrypting)).toEqual({
    tender: { qualification: 16, bidStyle: 1, preReview: false },
    step: 'opening',
    phase: 'decrypting',
    count: { done: 1, total: 2 },
    window: {
      name: 'decryption',
      deadline: isoTime(histories.decryptionDeadline),
      from: expect.any(String),
      warnAt: [5, 1],
    },
    halt: null,
  })
  expect(after(histories.ended())).toMatchObject({ step: 'end', phase: 'ended', window: null })
})

test('[WAL-3] before step 2 a summary has the time of the opening and no number of bidders', () => {
  const { window, count } = after(histories.submitted())
  expect(window).toMatchObject({ name: 'opening', from: null, warnAt: [] })
  expect(count).toBeNull()
})

test('[WAL-2] a halted lot is summed up with its reason, and without a clock', () => {
  const halted = event('OpeningHalted', {
    kind: 'paused',
    reason: '现场停电',
    recorder: '周记录',
    name: '王主持',
  })
  expect(after([...histories.decrypting(), halted])).toMatchObject({
    window: null,
    halt: { lot: 'paused', by: { name: '王主持', role: 'opener', reason: '现场停电' } },
  })
})

test('[HLT-7] a declared failure comes from the trading platform once it has approved it', () => {
  const reason = '投标人不足3家'
  const declared = event('FailureDeclared', {
    ...{ reason, recorder: '周记录', name: '王主持', agent: '', signature: null },
  })
  const approved = event('FailureDecided', { approved: true, reason: '同意' })
  const byOf = (...events: Parameters<typeof stateAfter>[0]) =>
    after([...histories.decrypting(), ...events]).halt?.by
  expect(byOf(declared)).toMatchObject({ name: '王主持', reason })
  expect(byOf(declared, approved)).toMatchObject({ name: '', role: 'platform', reason })
})

test('a section that is not published has no summary', () => {
  expect(summaryOf(initial())).toBeNull()
})
