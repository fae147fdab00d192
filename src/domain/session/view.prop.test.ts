import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lostAt, most } from '#test/domain/random-health.ts'
import { inquiryTextOf } from '#test/domain/random-inquiry.ts'
import { secretPrice } from '#test/domain/random-preparations.ts'
import { disputeOf } from '#test/domain/random-reading.ts'
import {
  addressOf,
  drawSecret,
  objectionOf,
  randomSession,
  secretFigures,
  viewers,
} from '#test/domain/random-session.ts'
import { contactOf } from '#test/domain/random-staff.ts'
import { bidderCode, ids, keyOf, letterHash, originOf } from '#test/domain/sample-actors.ts'
import { sessionId } from '#test/domain/session.ts'
import { type Entry, firstBreak, isHidden } from '../log/entry.ts'
import type { Tender } from '../tender/tender.ts'
import type { Viewer } from './actor.ts'
import { type EventShapes, eventVersions } from './event.ts'
import { exportedViewFor, viewFor, viewKeyOf, viewKeysOf } from './view.ts'

const options = { seed: 1, numRuns: 30 }
const numbers = Array.from({ length: most }, (_, i) => i + 1)

/** What each viewer has seen of each log: all properties ask about the same sessions. */
const known = new WeakMap<readonly Entry[], Map<Viewer, string[]>>()

/** Everything a viewer gets to see of a log, one text per entry. */
function seen(viewer: Viewer, entries: readonly Entry[]): readonly string[] {
  const byViewer = known.get(entries) ?? new Map<Viewer, string[]>()
  known.set(entries, byViewer)
  const texts = byViewer.get(viewer) ?? entries.map((entry) => JSON.stringify(viewFor(viewer, entry)))
  byViewer.set(viewer, texts)
  return texts
}

function tenderOf(payload: unknown): Tender | undefined {
  return (payload as Partial<EventShapes['TenderPublished']['payload']>).tender
}

/** The place of the entry that announces a bidder's figure; beyond all entries where none does. */
function publicFrom(entries: readonly Entry[], n: number, key: string): number {
  const place = entries.findIndex(({ type, payload }) => {
    const { bidderCode: code, figures } = payload as Partial<EventShapes['BidAnnounced']['payload']>
    return type === 'BidAnnounced' && code === bidderCode(n) && figures?.[key] !== undefined
  })
  return place < 0 ? entries.length : place
}

describe('figures, keys and drawn values', () => {
  test('a sealed figure is seen only in the announcement of its envelope', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        const second = entries.findIndex(({ type }) => type === 'SecondEnvelopeCalled')
        const isDouble = entries.some(({ payload }) => tenderOf(payload)?.envelopes === 2)
        for (const viewer of viewers) {
          const texts = seen(viewer, entries)
          for (const n of numbers) {
            for (const [key, figure] of Object.entries(secretFigures(n))) {
              const places = texts.flatMap((text, i) => (text.includes(figure) ? [i] : []))
              for (const place of places) {
                expect(publicFrom(entries, n, key)).toBeLessThanOrEqual(place)
                expect(['BidAnnounced', 'BasePriceCalculated']).toContain(entries[place]?.type)
                if (isDouble && key === 'price') expect(place).toBeGreaterThan(second)
                if (isDouble && key === 'price') expect(second).toBeGreaterThan(0)
              }
            }
          }
        }
      }),
      options,
    ))

  test('no bidder sees the control price before it is disclosed with the decryption command', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        const disclosed = entries.findIndex(({ type }) => type === 'ControlPriceDisclosed')
        const before = disclosed < 0 ? entries.length : disclosed
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          expect(seen(viewer, entries).slice(0, before).join()).not.toContain(secretPrice)
        }
        if (disclosed < 0) return
        const begun = ['DecryptionStarted', 'BidImportStarted']
        expect(entries.slice(0, disclosed).some(({ type }) => begun.includes(type))).toBe(true)
        expect(entries.filter(({ type }) => type === 'ControlPriceDisclosed')).toHaveLength(1)
      }),
      options,
    ))

  test('nobody sees the key of a file', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers) {
          const text = seen(viewer, entries).join()
          for (const n of numbers) expect(text).not.toContain(keyOf(n))
        }
      }),
      options,
    ))

  test('nobody sees the server’s value of a draw before the result', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        const decided = entries.findIndex(({ type }) => type === 'DrawDecided')
        const before = decided < 0 ? entries.length : decided
        for (const viewer of viewers) {
          expect(seen(viewer, entries).slice(0, before).join()).not.toContain(drawSecret)
        }
      }),
      options,
    ))
})

describe('personal data', () => {
  test('nobody sees identity numbers', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers) {
          const text = seen(viewer, entries).join()
          for (const id of Object.values(ids)) if (id !== '') expect(text).not.toContain(id)
        }
      }),
      options,
    ))

  test('only staff see the contacts of site staff', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ role }) => role === 'bidder' || role === 'supervisor')) {
          const text = seen(viewer, entries).join()
          for (const n of [0, 1, 2, 3, 9]) expect(text).not.toContain(contactOf(n))
        }
      }),
      options,
    ))

  test('bidders see no site staff', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          expect(seen(viewer, entries).join()).not.toContain('现场-')
        }
      }),
      options,
    ))

  test('a viewer who may not see the supervisor sees none among the site staff', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ seesSupervisor }) => !seesSupervisor)) {
          expect(seen(viewer, entries).join()).not.toContain('现场-supervisor')
        }
      }),
      options,
    ))

  test('nobody sees addresses or hardware serials', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers) {
          const text = seen(viewer, entries).join()
          for (const n of [...numbers, 5, 6, 7, 8]) expect(text).not.toContain(`"${addressOf(n)}"`)
          for (const n of numbers) {
            const { address, hardwareSerial } = originOf(n)
            expect(text).not.toContain(`"${address}"`)
            expect(text).not.toContain(hardwareSerial)
          }
        }
      }),
      options,
    ))

  test('agency and tenderer do not see the supervisor enter', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ seesSupervisor }) => !seesSupervisor)) {
          expect(seen(viewer, entries).join()).not.toContain('陈监督')
        }
      }),
      options,
    ))
})

describe('what a bidder learns of another', () => {
  test('no bidder sees another’s commitment letter', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          const text = seen(viewer, entries).join()
          for (const n of numbers)
            if (viewer.unitCode !== bidderCode(n)) expect(text).not.toContain(letterHash(n))
        }
      }),
      options,
    ))

  test('no bidder sees how another was connected', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          const text = seen(viewer, entries).join()
          for (const n of numbers)
            if (viewer.unitCode !== bidderCode(n)) expect(text).not.toContain(lostAt(n))
        }
      }),
      options,
    ))

  test('no bidder sees another’s certificate or manifest', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          const text = seen(viewer, entries).join()
          for (const n of numbers) {
            if (viewer.unitCode === bidderCode(n)) continue
            expect(text).not.toContain(`certificate-of-${n}`)
            expect(text).not.toContain(`manifest-of-${n}`)
          }
        }
      }),
      options,
    ))

  test('no bidder sees another’s code before the freeze', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        const frozen = entries.findIndex((entry) => entry.type === 'BidsFrozen')
        const before = frozen < 0 ? entries.length : frozen
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          const text = seen(viewer, entries).slice(0, before).join()
          for (const n of numbers) {
            if (viewer.unitCode !== bidderCode(n)) expect(text).not.toContain(bidderCode(n))
          }
        }
      }),
      options,
    ))

  test('[PST-4] no bidder sees another’s objection or message, or what is replied to it', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers.filter(({ role }) => role === 'bidder')) {
          const texts = seen(viewer, entries)
          // The record of the signing command has what its inquiry was told and what is disputed (END-28).
          const unsaid = texts.filter((_text, i) => entries[i]?.type !== 'SigningStarted').join()
          for (const n of numbers) {
            if (viewer.unitCode !== bidderCode(n)) {
              expect(texts.join()).not.toContain(objectionOf(n))
              expect(unsaid).not.toContain(disputeOf(n))
              expect(unsaid).not.toContain(inquiryTextOf(n))
            }
          }
        }
      }),
      options,
    ))
})

describe('audiences', () => {
  test('nobody sees the salt of a hidden field', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers) {
          const texts = seen(viewer, entries)
          for (const [i, entry] of entries.entries()) {
            const view = viewFor(viewer, entry)
            const text = texts[i]
            for (const [field, { salt }] of Object.entries(entry.private)) {
              if (isHidden(view) || !(field in view.private)) expect(text).not.toContain(salt)
            }
          }
        }
      }),
      options,
    ))

  test('viewers of one audience see the same', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const [i, entry] of entries.entries()) {
          const shown = new Map<string, string>()
          for (const viewer of viewers) {
            const text = seen(viewer, entries)[i] ?? ''
            const key = viewKeyOf(viewer, entry)
            expect(text, `${entry.type} for ${key}`).toBe(shown.get(key) ?? text)
            shown.set(key, text)
          }
        }
      }),
      options,
    ))

  test('viewers of one audience of a run are of one audience of each entry', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        const run = viewKeysOf(entries)
        const keys = viewers.map((viewer) => ({
          ofRun: run(viewer),
          ofEntries: entries.map((entry) => viewKeyOf(viewer, entry)),
        }))
        for (const { ofRun, ofEntries } of keys) {
          const first = keys.find((other) => other.ofRun === ofRun)
          expect(ofEntries).toEqual(first?.ofEntries)
        }
      }),
      options,
    ))

  test('all bidders but the one it is about are of one audience', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        const bidders = viewers.filter(({ role }) => role === 'bidder')
        for (const entry of entries) {
          expect(new Set(bidders.map((viewer) => viewKeyOf(viewer, entry))).size).toBeLessThanOrEqual(2)
        }
      }),
      options,
    ))
})

describe('the chain', () => {
  test('every viewer can verify the chain, of what they follow and of what they export', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers)
          for (const view of [viewFor, exportedViewFor]) {
            const views = entries.map((entry) => view(viewer, entry))
            expect(firstBreak(sessionId, views)).toBeNull()
          }
      }),
      options,
    ))

  test('[LOG-9] an export shows what the viewer follows, and signatures besides', () =>
    fc.assert(
      fc.property(randomSession, ({ entries }) => {
        for (const viewer of viewers)
          for (const entry of entries) {
            const isSignature = entry.type === 'OverviewConfirmed' || entry.type === 'RecordSigned'
            expect(exportedViewFor(viewer, entry)).toEqual(isSignature ? entry : viewFor(viewer, entry))
          }
      }),
      options,
    ))
})

test('random sessions reach every part of the flow', () => {
  const types = new Set<string>()
  for (const { entries } of fc.sample(randomSession, { seed: 1, numRuns: 300 })) {
    for (const { type } of entries) types.add(type)
  }
  // Nothing that these sessions do leads to a check that fails after the announcement; the other is not written any more.
  const others = Object.keys(eventVersions).filter((type) => !types.has(type))
  expect(others).toEqual(['FlowReset', 'RecordPdfSigned'])
})
