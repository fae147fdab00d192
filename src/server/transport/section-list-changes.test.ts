import { expect, test } from 'vitest'
import type { Actor } from '#domain/session/actor.ts'
import { bidder, opener, supervisor } from '#test/domain/sample-actors.ts'
import {
  type ChangeContext,
  changedMessage,
  diffSections,
  hintFor,
  type ListedSection,
  type SectionChange,
  spreadFor,
} from './section-list-changes.ts'

const section: ListedSection = {
  id: 'section',
  agencyCode: opener.unitCode,
  opensAt: new Date('2026-03-02T01:30:00.000Z'),
  bidderCount: 3,
  enrolled: 5,
  shown: 'not-opened 0',
}
const nothing: SectionChange = { section, listed: false, counted: false, enrolledBefore: null }
const listed: SectionChange = { ...nothing, listed: true }
const counted: SectionChange = { ...nothing, counted: true }
const joined: SectionChange = { ...nothing, enrolledBefore: 4 }

const context: ChangeContext = {
  enrolled: (id, code) => id === section.id && code !== bidder(9).unitCode,
  seesCount: () => true,
}
/** A viewer whose rows showed nothing yet. */
const as = (actor: Actor) => ({ actor, shown: new Map<string, string>() })
const hint = (listed: boolean) => ({ section: section.id, listed })

test('only a difference in what the section list shows is a change', () => {
  const known = new Map<string, ListedSection>()
  const changes = (next: ListedSection) =>
    diffSections(known, [next]).map(({ listed, counted, enrolledBefore }) => [
      listed,
      counted,
      enrolledBefore,
    ])
  expect(changes(section)).toEqual([[true, true, null]])
  expect(changes({ ...section })).toEqual([])
  expect(changes({ ...section, bidderCount: 4 })).toEqual([[false, true, null]])
  expect(changes({ ...section, bidderCount: 4, shown: 'opening 0' })).toEqual([[true, false, null]])
  expect(changes({ ...section, bidderCount: 4, shown: 'opening 0', enrolled: 6 })).toEqual([
    [false, false, 5],
  ])
})

test('bidders are told of sections they are enrolled in, but not of counts or of other bidders', () => {
  const enrolled = as(bidder(1))
  expect(hintFor(enrolled, joined, context)).toEqual(hint(true))
  expect(hintFor(enrolled, counted, context)).toBeNull()
  expect(hintFor(enrolled, { ...listed, section: { ...section, shown: 'opening 0' } }, context)).toEqual(
    hint(true),
  )
  expect(hintFor(as(bidder(9)), listed, context)).toBeNull()
})

test('[RIV-5] what a node does not know yet is no news for a bidder whose row shows it already', () => {
  const knowing = { actor: bidder(1), shown: new Map([[section.id, section.shown]]) }
  const [unknown] = diffSections(new Map(), [section])
  expect(unknown?.listed).toBe(true)
  expect(hintFor(knowing, unknown ?? listed, context)).toBeNull()
  expect(hintFor(as(opener), unknown ?? listed, context)).toEqual(hint(true))
})

test('supervisors are told of every section, openers of their own unit’s', () => {
  expect(hintFor(as(supervisor), counted, context)).toEqual(hint(false))
  expect(hintFor(as(opener), counted, context)).toEqual(hint(false))
  expect(hintFor(as({ ...opener, unitCode: 'another' }), listed, context)).toBeNull()
  const unled = { ...listed, section: { ...section, agencyCode: null } }
  expect(hintFor(as({ ...opener, unitCode: null }), unled, context)).toBeNull()
})

test('staff are not told of masked counts or of enrolments', () => {
  const masked = { ...context, seesCount: () => false }
  for (const actor of [opener, supervisor]) {
    expect(hintFor(as(actor), counted, masked)).toBeNull()
    expect(hintFor(as(actor), joined, masked)).toBeNull()
    expect(hintFor(as(actor), { ...counted, listed: true }, masked)).toEqual(hint(true))
  }
})

test('a single client reloads at once, many are spread over time', () => {
  const change = hint(true)
  expect(changedMessage([change], spreadFor(1))).toEqual({ sections: ['section'], listed: true, spread: 0 })
  expect(spreadFor(101)).toBe(1000)
  expect(spreadFor(100_000)).toBe(30_000)
})
