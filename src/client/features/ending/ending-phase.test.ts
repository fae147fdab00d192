import { expect, test } from 'vitest'
import { flow } from '#domain/session/flow.ts'
import { initial, type SessionState } from '#domain/session/state.ts'
import { phaseOf } from './ending-phase.ts'

const window = { limitMinutes: 10, issuedAt: '', deadline: '', closed: false, prolongedFor: [] }
const signing = {
  ...window,
  recordHash: '',
  extendedAt: null,
  confirmed: false,
  unsigned: [],
  statements: null,
  opener: null,
}
const entered = { flow: flow.end }
const confirmed = { ...entered, confirmation: { ...window, closed: true, overviewHash: null } }

test.each<[string, Partial<SessionState>]>([
  ['not-entered', { flow: flow.announcement }],
  ['before-confirmation', entered],
  ['confirming', { ...entered, confirmation: { ...window, overviewHash: null } }],
  ['before-signing', confirmed],
  ['signing', { ...confirmed, signing }],
  ['signing-over', { ...confirmed, signing: { ...signing, closed: true } }],
  ['before-end', { ...confirmed, signing: { ...signing, closed: true, confirmed: true } }],
  ['between-envelopes', { ...confirmed, stage: { number: 1, firstEndedAt: '2026-01-01T00:00:00.000Z' } }],
  ['ended', { ...confirmed, endedAt: '2026-01-01T00:00:00.000Z' }],
])('the phase of the end step is %s', (phase, state) => {
  expect(phaseOf({ ...initial(), ...state })).toBe(phase)
})
