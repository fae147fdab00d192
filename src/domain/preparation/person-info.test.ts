import { describe, expect, test } from 'vitest'
import { given } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { ids, names } from '#test/domain/sample-actors.ts'
import { event } from '../session/event.ts'
import { maskedIdentity } from './identity-card.ts'
import { personIdProblem, personNameProblem } from './person-info.ts'

describe('RecordPersonInfo', () => {
  test('records the names openly and the identity numbers privately', () => {
    given(...histories.submitted())
      .when({ type: 'RecordPersonInfo', payload: { names, ids } })
      .then(event('PersonInfoRecorded', { names }, { ids }))
  })

  test.each(['announcer', 'recorder'] as const)('[PRE-5] needs name and number of the %s', (person) => {
    given(...histories.submitted())
      .when({ type: 'RecordPersonInfo', payload: { names: { ...names, [person]: ' ' }, ids } })
      .thenRejected('person-name-missing', { person })
    given(...histories.submitted())
      .when({ type: 'RecordPersonInfo', payload: { names, ids: { ...ids, [person]: '' } } })
      .thenRejected('person-id-missing', { person })
  })

  test.each(['opener', 'announcer', 'recorder', 'supervisor'] as const)(
    '[PRE-6] refuses an invalid identity number of the %s',
    (person) => {
      given(...histories.submitted())
        .when({
          type: 'RecordPersonInfo',
          payload: { names, ids: { ...ids, [person]: '110105194912310021' } },
        })
        .thenRejected('person-id-invalid', { person })
    },
  )

  test('[PRE-5] an identity number that is left out stays with its name, and no longer', () => {
    const recorded = [...histories.submitted(), histories.personInfo]
    const changed = { ...names, opener: '新主持' }
    given(...recorded)
      .when({ type: 'RecordPersonInfo', payload: { names: changed, ids: {} } })
      .then(event('PersonInfoRecorded', { names: changed }, { ids: { ...ids, opener: '' } }))
    given(...recorded)
      .when({ type: 'RecordPersonInfo', payload: { names: { ...names, announcer: '新唱标' }, ids: {} } })
      .thenRejected('person-id-missing', { person: 'announcer' })
    given(...recorded)
      .when({ type: 'RecordPersonInfo', payload: { names, ids: { recorder: '' } } })
      .thenRejected('person-id-missing', { person: 'recorder' })
  })

  test('[PRE-5] is refused once signing is ordered', () => {
    given(...histories.signing())
      .when({ type: 'RecordPersonInfo', payload: { names, ids } })
      .thenRejected('locked-by-signing')
  })
})

test('opener and supervisor need neither a name nor a number', () => {
  for (const person of ['opener', 'supervisor'] as const) {
    expect(personNameProblem(person, ' ')).toBeNull()
    expect(personIdProblem(person, '')).toBeNull()
  }
})

test('[SES-15] a saved identity number is shown with stars', () => {
  expect(maskedIdentity('11010519491231002X')).toBe('110105********002X')
  expect(maskedIdentity('')).toBe('')
})

test('[PRE-5] a name has at most 20 characters', () => {
  expect(personNameProblem('announcer', '名'.repeat(20))).toBeNull()
  expect(personNameProblem('opener', '名'.repeat(21))).toBe('too-long')
})
