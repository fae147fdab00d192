import { expect, test } from 'vitest'
import { bidder, opener, supervisor } from '#test/domain/world.ts'
import { type Change, changesAgainst, type Insight, type Listed, messageOf, newsFor } from './hall-changes.ts'

const section: Listed = {
  id: 'section',
  agencyCode: opener.unitCode,
  opensAt: new Date('2026-03-02T01:30:00.000Z'),
  bidderCount: 3,
  enrolled: 5,
  shown: 'not-opened 0',
}
const nothing: Change = { section, listed: false, counted: false, enrolledBefore: null }
const listed: Change = { ...nothing, listed: true }
const counted: Change = { ...nothing, counted: true }
const joined: Change = { ...nothing, enrolledBefore: 4 }

const insight: Insight = {
  enrolled: (id, code) => id === section.id && code !== bidder(9).unitCode,
  joined: (id, code) => id === section.id && code === bidder(1).unitCode,
  seesCount: () => true,
}
const news = (listed: boolean) => ({ section: section.id, listed })

test('only what the hall shows is a change', () => {
  const known = new Map<string, Listed>()
  const told = (next: Listed) =>
    changesAgainst(known, [next]).map(({ listed, counted, enrolledBefore }) => [
      listed,
      counted,
      enrolledBefore,
    ])
  expect(told(section)).toEqual([[true, true, null]])
  expect(told({ ...section })).toEqual([])
  expect(told({ ...section, bidderCount: 4 })).toEqual([[false, true, null]])
  expect(told({ ...section, bidderCount: 4, shown: 'opening 0' })).toEqual([[true, false, null]])
  expect(told({ ...section, bidderCount: 4, shown: 'opening 0', enrolled: 6 })).toEqual([[false, false, 5]])
})

test('bidders hear of sections they are enrolled in, never of a count, nor of others who are enrolled', () => {
  expect(newsFor(bidder(1), listed, insight)).toEqual(news(true))
  expect(newsFor(bidder(9), listed, insight)).toBeNull()
  expect(newsFor(bidder(1), counted, { ...insight, joined: () => false })).toBeNull()
  expect(newsFor(bidder(1), joined, insight)).toEqual(news(true))
  expect(newsFor(bidder(2), joined, insight)).toBeNull()
})

test('supervisors hear of every section, openers of their own unit’s', () => {
  expect(newsFor(supervisor, counted, insight)).toEqual(news(false))
  expect(newsFor(opener, counted, insight)).toEqual(news(false))
  expect(newsFor({ ...opener, unitCode: 'another' }, listed, insight)).toBeNull()
  const unled = { ...listed, section: { ...section, agencyCode: null } }
  expect(newsFor({ ...opener, unitCode: null }, unled, insight)).toBeNull()
})

test('nobody hears of bids whose count is masked, nor of who is enrolled', () => {
  const masked = { ...insight, seesCount: () => false }
  for (const actor of [opener, supervisor]) {
    expect(newsFor(actor, counted, masked)).toBeNull()
    expect(newsFor(actor, joined, masked)).toBeNull()
    expect(newsFor(actor, { ...counted, listed: true }, masked)).toEqual(news(true))
  }
})

test('one reader reads at once, thousands one after the other', () => {
  const change = news(true)
  expect(messageOf([change], 1)).toEqual({ sections: ['section'], listed: true, spread: 0 })
  expect(messageOf([change], 101).spread).toBe(1000)
  expect(messageOf([change], 100_000).spread).toBe(30_000)
})
