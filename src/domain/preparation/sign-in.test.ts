import { expect, test } from 'vitest'
import { past, stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, bidderCode } from '#test/domain/sample-actors.ts'
import { event } from '../session/event.ts'
import { viewState } from '../session/view-state.ts'
import { signInRows } from './sign-in.ts'

const entered = (at: string) => ({
  event: event(
    'ParticipantEntered',
    { role: 'bidder', bidderCode: bidderCode(1), name: '投标人1' },
    { address: '10.0.0.1' },
  ),
  actor: bidder(1),
  at,
})
const first = '2026-03-02T01:00:00.000Z'
const state = stateAfter([
  ...histories.submitted(),
  entered(first),
  histories.signedLetter(1),
  entered('2026-03-02T01:20:00.000Z'),
])

test('[TAB-2] the sign-in sheet has the first entrance of each bidder', () => {
  const [one, two] = signInRows(state, null)
  expect(one).toEqual({
    ...{ index: 1, bidderCode: bidderCode(1), bidderName: '投标人1' },
    ...{ submittedAt: past, enteredAt: first, letterSignedAt: past },
  })
  expect(two).toMatchObject({ index: 2, enteredAt: null, letterSignedAt: null })
})

test('[TAB-2] a bidder learns when they themselves entered, and nothing of the others', () => {
  const opened = stateAfter([...histories.decrypting(), entered(first)])
  const seen = viewState({ role: 'bidder', unitCode: bidderCode(2), seesSupervisor: true }, opened)
  expect(seen.bidders[bidderCode(1)]?.enteredAt).toBeNull()
  expect(signInRows(seen, bidderCode(2)).map(({ bidderName }) => bidderName)).toEqual(['投标人2'])
})
