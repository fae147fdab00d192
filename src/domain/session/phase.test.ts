import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { declaration } from '#test/draw/draw-commands.ts'
import { drawSession } from '#test/draw/draw-session.ts'
import { phaseCount, phaseOf, publicBidders } from './phase.ts'

test('before step 2 neither names nor numbers of bidders are for many people', () => {
  const state = stateAfter(histories.submitted())
  expect(phaseOf(state)).toBe('preparation')
  expect(publicBidders(state)).toEqual([])
  expect(phaseCount(state)).toBeNull()
  const drawing = drawSession()
  drawing.say(declaration())
  expect([phaseOf(drawing.state), publicBidders(drawing.state)]).toEqual(['drawing', []])
})

test('an inquiry ordered before the last bid is read is said while it is open', () => {
  const inquiry = histories.inquiring().slice(-1)
  const early = [...histories.reading(), ...inquiry]
  expect(phaseOf(stateAfter(early))).toBe('inquiring')
  const closed = histories.inquired().slice(-1)
  expect(phaseOf(stateAfter([...early, ...closed]))).toBe('reading')
})

test('the phases follow the log, with their counts', () => {
  const at = (history: Parameters<typeof stateAfter>[0]) => {
    const state = stateAfter(history)
    return [phaseOf(state), phaseCount(state)?.done ?? null]
  }
  expect(at(histories.announced())).toEqual(['beforeReading', 2])
  expect(at(histories.reading())).toEqual(['reading', 1])
  expect(at(histories.readToEnd())).toEqual(['read', 2])
  expect(at(histories.inquiring())).toEqual(['inquiring', 0])
  expect(at(histories.inquired())).toEqual(['inquired', 2])
  expect(at(histories.confirming())).toEqual(['confirming', 0])
  expect(at([...histories.signing(), histories.signature(1)])).toEqual(['signing', 1])
  expect(at(histories.signingConfirmed())).toEqual(['signed', 2])
  expect(at(histories.firstEnvelopeEnded())).toEqual(['between', 2])
})
