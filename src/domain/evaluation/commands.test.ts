import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, opener, supervisor } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import type { EvaluationStatus } from './evaluation-status.ts'
import { maskedPhone } from './masked-phone.ts'
import { isOverviewLater } from './overview-later.ts'

const change = (status: EvaluationStatus): Command => ({
  type: 'ChangeEvaluationStatus',
  payload: { status },
})
const changed = (status: EvaluationStatus) => event('EvaluationStatusChanged', { status })

describe('ShowContact', () => {
  const command = (n: number): Command => ({ type: 'ShowContact', payload: { bidderCode: bidderCode(n) } })

  test('[EVA-4] records who asked for the phone of a contact, each time', () => {
    given(...histories.ended())
      .when(command(1), { as: supervisor })
      .then(event('ContactShown', { bidderCode: bidderCode(1), name: supervisor.name }))
    given(...histories.ended(), event('ContactShown', { bidderCode: bidderCode(1), name: opener.name }))
      .when(command(1))
      .then(event('ContactShown', { bidderCode: bidderCode(1), name: opener.name }))
  })

  test('[EVA-4] is refused before the end, to bidders, and for a unit that is not enrolled', () => {
    given(...histories.atEnd())
      .when(command(1))
      .thenRejected('wrong-status', { status: 'opening' })
    given(...histories.ended())
      .when(command(1), { as: bidder(1) })
      .thenRejected('forbidden')
    given(...histories.ended())
      .when(command(99))
      .thenRejected('unknown-bidder')
  })

  test('[EVA-4] stars stand for the middle of a phone', () => {
    expect(['13800008000', '0371-1234567', '12345', ''].map(maskedPhone)).toEqual([
      '138****8000',
      '037*****4567',
      '*****',
      '',
    ])
  })
})

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
  const later = (history: Parameters<typeof stateAfter>[0], envelope: 1 | 2 = 1) =>
    isOverviewLater(stateAfter(history), envelope)
  expect(later(histories.atEnd())).toBe(true)
  expect(later(histories.confirming())).toBe(false)
  expect(later(histories.ended())).toBe(true)
  expect(later([...histories.ended(), changed('evaluating')])).toBe(true)
  expect(later([...histories.ended(), changed('evaluated')])).toBe(false)
  // The second envelope is called after the evaluation of the first.
  expect([later(histories.secondEnvelopeCalled()), later(histories.secondEnvelopeCalled(), 2)]).toEqual([
    false,
    true,
  ])
})
