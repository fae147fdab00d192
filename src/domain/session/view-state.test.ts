import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { roundOfEnvelope } from '../ending/record.ts'
import { roles } from './actor.ts'
import { reviveState, type SessionState } from './state.ts'
import { viewState } from './view-state.ts'

const strange = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

function expectUnknown(state: SessionState): void {
  const { bidders, entrants, workers, letters, draws, objections } = state
  for (const record of [bidders, entrants, workers, letters, draws, objections]) {
    for (const code of strange) expect(record[code]).toBeUndefined()
  }
}

test('a code named like an object’s property is unknown to every viewer', () => {
  const state = stateAfter(histories.ended())
  expectUnknown(state)
  for (const role of roles) {
    const unitCode = role === 'bidder' ? bidderCode(1) : null
    const seen = viewState({ role, unitCode, seesSupervisor: false }, state)
    expectUnknown(seen)
    expectUnknown(reviveState(JSON.parse(JSON.stringify(seen))))
  }
})

test('such a code is unknown in the first of two rounds too', () => {
  const first = roundOfEnvelope(stateAfter(histories.secondEnvelopeCalled()), 1)
  if (!first) throw new Error('no first round')
  expectUnknown(first)
})
