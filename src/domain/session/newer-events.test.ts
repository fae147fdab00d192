import { describe, expect, test } from 'vitest'
import { figuresOf, opener } from '#test/domain/sample-actors.ts'
import { openingOf, recorded } from '#test/domain/session.ts'
import { openingTime, rules } from '#test/support/sample-tender.ts'
import { createDraft } from '../log/draft.ts'
import { applyEntry, type Entry, toRecorded } from '../log/entry.ts'
import { roles } from './actor.ts'
import { decide } from './decide.ts'
import { nextDue } from './due.ts'
import { event } from './event.ts'
import { viewFor } from './view.ts'
import { viewState } from './view-state.ts'

/* Entries of a newer program (event.ts, rules 2 and 3). */

const session = () => openingOf([{ name: '投标人1', figures: figuresOf(1) }], 'decrypting')

/** A message as this code writes it, and newer ones that it does not know. */
const message = recorded(
  session().entries,
  event('MessagePosted', { message: 'x' }),
  opener,
  '2026-03-02T01:40:00.000Z',
)
const newer: [string, Entry][] = [
  ['a type', { ...message, type: 'BidTeleported' as Entry['type'] }],
  ['a type that every object has', { ...message, type: 'constructor' as Entry['type'] }],
  ['a version', { ...message, type: 'FlowReset', version: 2, payload: { to: { deeper: 'shape' } } }],
]

describe.each(newer)('%s that is not known', (_name, entry) => {
  test('changes only the seq of the fold and notes the event', () => {
    const { state } = session()
    const before = structuredClone(state)
    applyEntry(state, entry)
    expect({ ...state, seq: 0, newerFrom: null }).toEqual({ ...before, seq: 0 })
    expect(state).toMatchObject({ seq: entry.seq, newerFrom: entry.seq })
    applyEntry(state, { ...entry, seq: entry.seq + 1 })
    expect(state).toMatchObject({ seq: entry.seq + 1, newerFrom: entry.seq })
  })

  test('is folded on a draft without changing the base', () => {
    const { state } = session()
    const before = structuredClone(state)
    const draft = createDraft(state)
    draft.apply(entry)
    expect(draft.state).toMatchObject({ seq: entry.seq, newerFrom: entry.seq })
    expect(state).toEqual(before)
  })

  test('[LOG-5] is hidden from everybody', () => {
    for (const role of roles) {
      const viewer = { role, unitCode: 'B0001', seesSupervisor: true }
      expect(viewFor(viewer, entry)).toEqual({ seq: entry.seq, hash: entry.hash })
    }
  })

  test('[LOG-5] lets this code refuse every command and close no window', () => {
    const { state } = session()
    expect(nextDue(state)).not.toBeNull()
    applyEntry(state, entry)
    expect(nextDue(state)).toBeNull()
    const context = { now: openingTime, actor: opener, rules }
    const decided = decide(state, { type: 'PostMessage', payload: { message: 'x' } }, context)
    expect(decided).toEqual({ ok: false, error: { code: 'newer-log', params: {} } })
  })

  test('does not appear in a viewer’s state or log', () => {
    const { state } = session()
    applyEntry(state, entry)
    const bidder = { role: 'bidder', unitCode: 'B0001', seesSupervisor: true } as const
    expect(viewState(bidder, state).newerFrom).toBeNull()
  })
})

test('a tender of version 1 has one envelope', () => {
  const [published] = session().entries as [Entry]
  const { envelopes: _one, ...tender } = (published.payload as { tender: { envelopes: number } }).tender
  const old = { ...published, version: 1, payload: { tender } }
  expect(toRecorded(old).payload).toEqual(published.payload)
})
