import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { declaration } from '#test/draw/draw-commands.ts'
import { drawn, drawSession } from '#test/draw/draw-session.ts'
import { mayShowRoom, roomBidders, roomCount, roomDraw, roomPhase } from './room-phase.ts'

test('only the opener and the supervisor open the view for the room', () => {
  expect((['opener', 'supervisor', 'bidder', 'agency', 'platform', null] as const).map(mayShowRoom)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})

test('before step 2 the room is told neither names nor numbers of bidders', () => {
  const state = stateAfter(histories.submitted())
  expect(roomPhase(state)).toBe('preparation')
  expect(roomBidders(state)).toEqual([])
  expect(roomCount(state)).toBeNull()
})

test('the phases follow the log, with their counts', () => {
  const at = (history: Parameters<typeof stateAfter>[0]) => {
    const state = stateAfter(history)
    return [roomPhase(state), roomCount(state)?.done ?? null]
  }
  expect(at(histories.announced())).toEqual(['beforeReading', 2])
  expect(at(histories.reading())).toEqual(['reading', 1])
  expect(at(histories.readToEnd())).toEqual(['read', 2])
  expect(at(histories.confirming())).toEqual(['confirming', 0])
  expect(at([...histories.signing(), histories.signature(1)])).toEqual(['signing', 1])
  expect(at(histories.signingConfirmed())).toEqual(['signed', 2])
  expect(at(histories.firstEnvelopeEnded())).toEqual(['between', null])
})

test('a draw is shown while it runs and with its result until step 2, without the bidders', () => {
  const section = drawSession()
  expect(roomDraw(section.state)).toBeNull()
  section.say(declaration())
  expect([roomPhase(section.state), roomDraw(section.state)?.phase]).toEqual(['drawing', 'joining'])
  expect(roomBidders(section.state)).toEqual([])
  const decided = drawSession()
  drawn(decided)
  expect([roomPhase(decided.state), roomDraw(decided.state)?.phase]).toEqual(['preparation', 'decided'])
  expect(roomDraw(stateAfter(histories.announced()))).toBeNull()
})
