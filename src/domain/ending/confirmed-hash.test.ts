import { expect, test } from 'vitest'
import { isoTime } from '#lib/time.ts'
import { given, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { signatureOf } from '#test/domain/sample-actors.ts'
import type { Command } from '../session/command.ts'
import { event } from '../session/event.ts'
import { reviveState } from '../session/state.ts'

const table = histories.overviewOf(histories.atEnd())

function confirmation(overviewHash: string): Command {
  return { type: 'ConfirmOverview', payload: { signature: signatureOf(1, 'overview'), overviewHash } }
}

test('[END-3] the state has the hash of the table from the command on', () => {
  const state = stateAfter([...histories.confirming(), histories.confirmation(1)])
  expect(state.confirmation?.overviewHash).toBe(table)
})

test('[END-3] compares the table itself where an earlier log does not say its hash', () => {
  const deadline = isoTime(histories.confirmationDeadline)
  const started = event('ConfirmationStarted', { limitMinutes: 10, deadline, overviewHash: null })
  given(...histories.atEnd(), started)
    .when(confirmation(table))
    .then(histories.confirmation(1))
  given(...histories.atEnd(), started)
    .when(confirmation('0'.repeat(64)))
    .thenRejected('stale-document')
})

test('a stored state of before has no hash', () => {
  const { confirmation: known, ...state } = stateAfter(histories.confirming())
  const { overviewHash: _, ...before } = known ?? {}
  const stored = JSON.parse(JSON.stringify({ ...state, confirmation: before }))
  expect(reviveState(stored).confirmation?.overviewHash).toBeNull()
})
