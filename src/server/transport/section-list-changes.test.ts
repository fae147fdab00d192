import { expect, test } from 'vitest'
import { bidder, opener, supervisor } from '#test/domain/sample-actors.ts'
import {
  type ChangeContext,
  changedMessage,
  diffSections,
  hintFor,
  type ListedSection,
  type SectionChange,
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
  joined: (id, code) => id === section.id && code === bidder(1).unitCode,
  seesCount: () => true,
}
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
  expect(hintFor(bidder(1), listed, context)).toEqual(hint(true))
  expect(hintFor(bidder(9), listed, context)).toBeNull()
  expect(hintFor(bidder(1), counted, { ...context, joined: () => false })).toBeNull()
  expect(hintFor(bidder(1), joined, context)).toEqual(hint(true))
  expect(hintFor(bidder(2), joined, context)).toBeNull()
})

test('supervisors are told of every section, openers of their own unit’s', () => {
  expect(hintFor(supervisor, counted, context)).toEqual(hint(false))
  expect(hintFor(opener, counted, context)).toEqual(hint(false))
  expect(hintFor({ ...opener, unitCode: 'another' }, listed, context)).toBeNull()
  const unled = { ...listed, section: { ...section, agencyCode: null } }
  expect(hintFor({ ...opener, unitCode: null }, unled, context)).toBeNull()
})

test('staff are not told of masked counts or of enrolments', () => {
  const masked = { ...context, seesCount: () => false }
  for (const actor of [opener, supervisor]) {
    expect(hintFor(actor, counted, masked)).toBeNull()
    expect(hintFor(actor, joined, masked)).toBeNull()
    expect(hintFor(actor, { ...counted, listed: true }, masked)).toEqual(hint(true))
  }
})

test('a single client reloads at once, many are spread over time', () => {
  const change = hint(true)
  expect(changedMessage([change], 1)).toEqual({ sections: ['section'], listed: true, spread: 0 })
  expect(changedMessage([change], 101).spread).toBe(1000)
  expect(changedMessage([change], 100_000).spread).toBe(30_000)
})
