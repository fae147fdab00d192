import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bidderCode, minute, opener, platform } from '#test/domain/sample-actors.ts'
import { schemaProblem } from '#test/domain/schema-problem.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { overviewHash, overviewRows, recordHash, roundOfEnvelope } from '../ending/record.ts'
import { applyEntry, type Entry, firstBreak } from '../log/entry.ts'
import { openedBidders, participants } from '../submission/bids.ts'
import { columnsOfEnvelope } from '../tender/tender.ts'
import { roles } from './actor.ts'
import type { Command } from './command.ts'
import { decide } from './decide.ts'
import type { EventType } from './event.ts'
import { initial, type SessionState } from './state.ts'
import { viewFor } from './view.ts'
import { viewState } from './view-state.ts'

/* A whole log of a time when a tender with two envelopes had only one file. */

const log: readonly Entry[] = JSON.parse(
  readFileSync('test/fixtures/logs/two-envelopes-one-file.json', 'utf8'),
)

function upTo(type: EventType): readonly Entry[] {
  return log.slice(0, log.findIndex((entry) => entry.type === type) + 1)
}

function folded(entries: readonly Entry[]): SessionState {
  const state = initial()
  for (const entry of entries) applyEntry(state, entry)
  return state
}

function ask(state: SessionState, command: Command, actor = opener) {
  return decide(state, command, { now: openingTime + 400 * minute, actor, rules })
}

const figures = [
  { price: '1000001.50', days: '180', manager: '经理1' },
  { price: '1000002.50', days: '180', manager: '经理2' },
  null,
]

test('its chain is whole', () => {
  expect(firstBreak('7d0f8d3e-3d5b-4a53-9b34-6d9f3e6f2b11', log)).toBeNull()
})

test('its entries fit the schemas of their events', () => {
  expect(log.flatMap((entry) => schemaProblem(entry) ?? [])).toEqual([])
})

test('after the second envelope is called the only round is kept, and the opening can be ended', () => {
  const state = folded(upTo('SecondEnvelopeCalled'))
  expect(state).toMatchObject({ status: 'to-be-opened', flow: 45, stage: { number: 2 }, first: null })
  expect(state.signing?.confirmed).toBe(true)
  expect(participants(state)).toHaveLength(3)
  expect(openedBidders(state).map(({ code }) => code)).toEqual([bidderCode(1), bidderCode(2)])
  expect(ask(state, { type: 'EndOpening', payload: {} })).toMatchObject({
    ok: true,
    value: [{ type: 'OpeningEnded' }],
  })
})

test('nothing is opened or changed again in the second envelope', () => {
  const state = folded(upTo('SecondEnvelopeCalled'))
  const commands: Command[] = [
    { type: 'EnterBidOpening', payload: {} },
    { type: 'StartDecryption', payload: { limitMinutes: 30 } },
    { type: 'RecordRemarks', payload: { remarks: '备注' } },
  ]
  for (const command of commands) {
    expect(ask(state, command)).toMatchObject({ ok: false, error: { code: 'envelope-ended' } })
  }
  expect(ask(state, { type: 'CallSecondEnvelope', payload: {} }, platform)).toEqual({ ok: true, value: [] })
})

test('the second envelope can still be called after the first has ended', () => {
  expect(
    ask(folded(upTo('EnvelopeEnded')), { type: 'CallSecondEnvelope', payload: {} }, platform),
  ).toMatchObject({ ok: true, value: [{ type: 'SecondEnvelopeCalled' }] })
})

test('a finished opening keeps figures, columns and signed record for either envelope', () => {
  const state = folded(log)
  expect(state).toMatchObject({ status: 'opened', flow: 45 })
  for (const envelope of [1, 2] as const) {
    const round = roundOfEnvelope(state, envelope)
    expect(round && overviewRows(round).map((row) => row.figures)).toEqual(figures)
    expect(round && overviewRows(round)[2]).toMatchObject({ badge: 'failed', cause: 'time-out' })
    expect(state.tender && columnsOfEnvelope(state.tender, envelope)).toHaveLength(3)
  }
  expect(recordHash(state)).toBe(state.signing?.recordHash)
  expect(overviewHash(state)).toBe(overviewHash(folded(upTo('EnvelopeEnded'))))
})

test('every viewer’s log folds to that viewer’s state', () => {
  for (const role of roles) {
    const unitCode = role === 'bidder' ? bidderCode(1) : null
    const viewer = { role, unitCode, seesSupervisor: role !== 'bidder' }
    const [whole, seen] = [initial(), initial()]
    for (const entry of log) {
      applyEntry(whole, entry)
      applyEntry(seen, viewFor(viewer, entry))
      expect(viewState(viewer, whole)).toEqual(seen)
    }
  }
})
