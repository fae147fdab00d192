import { describe, expect, test } from 'vitest'
import { figuresOf, ids } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { type Entry, entryIsWhole, isHidden } from '../log/entry.ts'
import type { Viewer } from './actor.ts'
import type { EventType } from './event.ts'
import { exportedViewFor, viewFor } from './view.ts'

const bids = [1, 2, 3].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) }))
const { entries } = openingOf([
  ...bids.slice(0, 2),
  { name: '投标人3', figures: figuresOf(3), fails: 'time-out' as const },
])

function viewer(role: Viewer['role'], unitCode: string | null = null): Viewer {
  return { role, unitCode, seesSupervisor: role !== 'agency' && role !== 'tenderer' }
}

const viewers = {
  system: viewer('system'),
  opener: viewer('opener', 'unit'),
  supervisor: viewer('supervisor'),
  agency: viewer('agency', 'unit'),
  tenderer: viewer('tenderer', 'unit'),
  platform: viewer('platform'),
  'bidder 1': viewer('bidder', 'B0001'),
  'bidder 2': viewer('bidder', 'B0002'),
  'a bidder without a unit': viewer('bidder'),
}
type Name = keyof typeof viewers

function find(type: EventType, matches: (entry: Entry) => boolean = () => true): Entry {
  const entry = entries.find((candidate) => candidate.type === type && matches(candidate))
  if (!entry) throw new Error(`no ${type} in the log`)
  return entry
}

/** The viewers of an entry, and those of its private fields. */
function seenBy(entry: Entry): { entry: Name[]; secrets: Name[] } {
  const names = Object.keys(viewers) as Name[]
  const seen = names.filter((name) => !isHidden(viewFor(viewers[name], entry)))
  const secrets = seen.filter((name) => {
    const view = viewFor(viewers[name], entry)
    return !isHidden(view) && Object.keys(view.private).length > 0
  })
  return { entry: seen, secrets }
}

const all = Object.keys(viewers) as Name[]
const beforehand: Name[] = ['system', 'opener', 'supervisor', 'agency', 'tenderer', 'platform']
const kindOf = (entry: Entry) => (entry.payload as { kind?: string }).kind
const payloadOf = (entry: Entry) => entry.payload as { bidderCode?: string | null; role?: string }

describe('who sees what', () => {
  test.each([
    ...(['BidderEnrolled', 'ObjectionRaised', 'ObjectionReplied', 'ObjectionRead'] as const),
    'CommitmentLetterCreated' as const,
  ])('[SES-11] [SES-12] %s: only staff, supervisor and the bidder', (type) => {
    const entry = find(type, (candidate) => payloadOf(candidate).bidderCode === 'B0001')
    expect(seenBy(entry)).toEqual({ entry: [...beforehand, 'bidder 1'], secrets: [] })
  })

  test('[SES-11] [SES-15] a bid and a bidder’s entry: only staff, supervisor and the bidder; nobody the address', () => {
    const seen = [...beforehand, 'bidder 1']
    const bid = find('BidSubmitted', (candidate) => payloadOf(candidate).bidderCode === 'B0001')
    expect(seenBy(bid)).toEqual({ entry: seen, secrets: ['system'] })
    const entering = find('ParticipantEntered', (candidate) => payloadOf(candidate).role === 'bidder')
    expect(seenBy(entering)).toEqual({ entry: seen, secrets: ['system'] })
  })

  test('the opener’s entry: not the bidders', () => {
    const entry = find('ParticipantEntered', (candidate) => payloadOf(candidate).role === 'opener')
    expect(seenBy(entry)).toEqual({ entry: beforehand, secrets: ['system'] })
  })

  test('[SES-13] the supervisor’s entry: hidden from agency and tenderer, the address from all', () => {
    const entry = find('ParticipantEntered', (candidate) => payloadOf(candidate).role === 'supervisor')
    expect(seenBy(entry)).toEqual({
      entry: all.filter((name) => name !== 'agency' && name !== 'tenderer'),
      secrets: ['system'],
    })
  })

  test('[SES-15] identity numbers: nobody, not even the opener', () => {
    const seen = seenBy(find('PersonInfoRecorded'))
    expect(seen).toEqual({ entry: all, secrets: ['system'] })
    const shown = JSON.stringify(viewFor(viewers.opener, find('PersonInfoRecorded')))
    expect(shown).not.toContain(ids.announcer)
  })

  test('[SES-15] site staff: staff with its contacts, supervisors without', () => {
    const staff: Name[] = ['system', 'opener', 'agency', 'tenderer', 'platform']
    const entry = find('WorkerAdded', (candidate) => kindOf(candidate) === 'agency-staff')
    expect(seenBy(entry)).toEqual({ entry: beforehand, secrets: staff })
  })

  test('[SES-13] supervisors on site: hidden from agency and tenderer', () => {
    const entry = find('WorkerAdded', (candidate) => kindOf(candidate) === 'supervisor')
    expect(seenBy(entry)).toEqual({
      entry: ['system', 'opener', 'supervisor', 'platform'],
      secrets: ['system', 'opener', 'platform'],
    })
  })

  test.each(['FileKeyHandedOver', 'BidDecrypted', 'BidImported'] as const)(
    '[SES-14] %s: everybody, but nobody its key and figures',
    (type) => {
      expect(seenBy(find(type))).toEqual({ entry: all, secrets: ['system'] })
    },
  )
})

describe('who sees what of the end, and of all else', () => {
  test.each(['OverviewConfirmed', 'RecordSigned'] as const)(
    '[LOG-9] %s: everybody, its signature only in what they export',
    (type) => {
      const entry = find(type)
      expect(seenBy(entry)).toEqual({ entry: all, secrets: ['system'] })
      for (const viewer of Object.values(viewers)) {
        expect(exportedViewFor(viewer, entry)).toEqual(entry)
        expect(JSON.stringify(viewFor(viewer, entry)).includes('header.')).toBe(viewer.role === 'system')
      }
    },
  )

  test('everything else: everybody', () => {
    const guarded = [
      ...['OverviewConfirmed', 'RecordSigned'],
      ...['BidderEnrolled', 'BidSubmitted', 'ParticipantEntered', 'PersonInfoRecorded'],
      ...['ObjectionRaised', 'ObjectionReplied', 'ObjectionRead', 'BidDecrypted', 'BidImported'],
      ...['WorkerAdded', 'CommitmentLetterCreated', 'FileKeyHandedOver'],
    ]
    const open = entries.filter(({ type }) => !guarded.includes(type))
    expect(new Set(open.map(({ type }) => type)).size).toBeGreaterThan(15)
    for (const entry of open) expect(seenBy(entry), entry.type).toEqual({ entry: all, secrets: [] })
  })
})

describe('a redacted entry', () => {
  test('is whole', () => {
    const view = viewFor(viewers['bidder 1'], find('PersonInfoRecorded'))
    expect(!isHidden(view) && entryIsWhole(view)).toBe(true)
  })

  test('has no salt of a hidden field', () => {
    const entry = find('BidImported')
    const salt = entry.private.figures?.salt ?? 'no salt'
    expect(JSON.stringify(viewFor(viewers.opener, entry))).not.toContain(salt)
  })

  test('has only its seq and hash when hidden', () => {
    const entry = find('BidSubmitted')
    expect(viewFor(viewers['bidder 2'], entry)).toEqual({ seq: entry.seq, hash: entry.hash })
  })
})
