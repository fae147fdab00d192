import { expect, test } from 'vitest'
import { viewState } from '#domain/session/view-state.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { openSession } from './open-session.ts'

const whole = stateAfter(histories.submitted())
const viewer = { role: 'bidder', unitCode: bidderCode(1), seesSupervisor: true } as const

test('a handler gets the redacted state, made once, as `state` and the whole state as `unredactedState`', () => {
  const session = openSession('s1', { epoch: 'e', head: 5, hash: 'h', unredactedState: whole }, viewer, null)
  expect(session).toMatchObject({ id: 's1', epoch: 'e', head: 5, hash: 'h' })
  expect(session.state).toEqual(viewState(viewer, whole))
  expect(Object.keys(session.state.bidders)).toEqual([bidderCode(1)])
  expect(session.state).toBe(session.state)
  expect(session.unredactedState).toBe(whole)
})

test('`ownState`, made once too, has of the bidders the caller alone, as they see themselves', () => {
  const known = { epoch: 'e', head: 5, hash: 'h', unredactedState: stateAfter(histories.signed()) }
  const session = openSession('s1', known, viewer, null)
  const { state, ownState } = session
  expect(session.ownState).toBe(ownState)
  expect(Object.keys(state.bidders).length).toBeGreaterThan(1)
  expect(ownState.bidders).toEqual({ [bidderCode(1)]: state.bidders[bidderCode(1)] })
  expect(ownState.tender).toEqual(state.tender)
})
