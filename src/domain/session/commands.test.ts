import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode, minute, opener, supervisor } from '#test/domain/sample-actors.ts'
import { openingTime } from '#test/support/sample-tender.ts'
import { event } from './event.ts'

describe('EnterSession', () => {
  const command = { type: 'EnterSession', payload: { address: '10.0.0.7' } } as const
  const secret = { address: '10.0.0.7' }

  test('records who entered, a bidder by their code', () => {
    given(...histories.enrolled())
      .when(command, { as: bidder(2) })
      .then(
        event('ParticipantEntered', { role: 'bidder', bidderCode: bidderCode(2), name: '投标人2' }, secret),
      )
    given(...histories.enrolled())
      .when(command, { as: supervisor })
      .then(event('ParticipantEntered', { role: 'supervisor', bidderCode: null, name: '陈监督' }, secret))
  })

  test('[PRE-1] is recorded once for each account', () => {
    const entered = event(
      'ParticipantEntered',
      { role: 'opener', bidderCode: null, name: opener.name },
      secret,
    )
    given(...histories.enrolled(), { event: entered, actor: opener })
      .when(command)
      .then()
  })

  test('[SES-17] makes a supervisor the recorded one, in place of an earlier one', () => {
    const comes = (name: string) =>
      event('ParticipantEntered', { role: 'supervisor', bidderCode: null, name }, secret)
    const state = stateAfter([
      ...histories.enrolled(),
      { event: comes('陈监督'), actor: supervisor },
      { event: comes('孙监督'), actor: { ...supervisor, id: 'supervisor-2' } },
    ])
    expect(state.recordedSupervisor).toBe('孙监督')
  })

  test('[PRE-1] is refused before the lead time', () => {
    const start = openingTime - 30 * minute
    given(...histories.enrolled())
      .when(command, { at: start - 1 })
      .thenRejected('opening-time-not-reached', { leadMinutes: 30 })
    given(...histories.enrolled())
      .when(command, { at: start - 1, rules: { entryLeadMinutes: 60 } })
      .then(event('ParticipantEntered', { role: 'opener', bidderCode: null, name: '王主持' }, secret))
  })

  test('is accepted after the end', () => {
    given(...histories.ended())
      .when(command, { as: supervisor })
      .then(event('ParticipantEntered', { role: 'supervisor', bidderCode: null, name: '陈监督' }, secret))
  })
})
