import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import type { EvaluationStatus } from './evaluation-status.ts'
import { isOverviewLater } from './overview-later.ts'

const change = (status: EvaluationStatus): Command => ({
  type: 'ChangeEvaluationStatus',
  payload: { status },
})
const changed = (status: EvaluationStatus) => event('EvaluationStatusChanged', { status })

describe('ChangeEvaluationStatus', () => {
  test('[EVA-1] records the evaluation after the opening, each status once', () => {
    given(...histories.ended())
      .when(change('evaluating'))
      .then(changed('evaluating'))
    given(...histories.ended(), changed('evaluating'))
      .when(change('evaluated'))
      .then(changed('evaluated'))
    given(...histories.ended(), changed('evaluated'))
      .when(change('evaluated'))
      .then()
  })

  test('[EVA-1] is accepted between two envelopes, and the second begins without it', () => {
    given(...histories.firstEnvelopeEnded())
      .when(change('evaluated'))
      .then(changed('evaluated'))
    const called = [
      ...histories.firstEnvelopeEnded(),
      changed('evaluated'),
      event('SecondEnvelopeCalled', { personInfo: 'kept' }),
    ]
    expect(stateAfter(called).evaluationStatus).toBeNull()
  })

  test('[EVA-1] is refused before there is anything to evaluate', () => {
    given(...histories.signing())
      .when(change('evaluating'))
      .thenRejected('wrong-status', { status: 'opening' })
    given(...histories.secondEnvelopeCalled())
      .when(change('evaluating'))
      .thenRejected('wrong-status', { status: 'to-be-opened' })
  })
})

test('[EVA-2] the overview is shown while it is being confirmed, and after the evaluation', () => {
  const later = (history: Parameters<typeof stateAfter>[0]) => isOverviewLater(stateAfter(history))
  expect(later(histories.atEnd())).toBe(true)
  expect(later(histories.confirming())).toBe(false)
  expect(later(histories.ended())).toBe(true)
  expect(later([...histories.ended(), changed('evaluating')])).toBe(true)
  expect(later([...histories.ended(), changed('evaluated')])).toBe(false)
})
