import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, fileId } from '#test/domain/sample-actors.ts'
import { drawn, drawSession } from '#test/draw/draw-session.ts'
import { openingLog } from '#test/support/opening-log.ts'
import { createFolding } from './fold-lines.ts'
import { createLineReader, keyOf, type LogLine } from './log-lines.ts'

const now = Date.UTC(2026, 0, 1)
const file = (n: number) => ({ bidderCode: bidderCode(n), fileId: fileId(n) })
const key = histories.handedOver
const imported = (n: number) => histories.imported(n)[1] as SessionEvent
const enrolled = (n: number) =>
  event('BidderEnrolled', { bidderCode: bidderCode(n), name: `B${n}`, certificate: '' })
const posted = event('MessagePosted', { message: 'x', name: 'y' })
const closed = event('DecryptionClosed', { cause: 'time-out' })

function linesOf(events: readonly SessionEvent[]): readonly LogLine[] {
  let previous = genesisHash('s')
  const entries: VisibleEntry[] = events.map((one, index) => {
    const seq = index + 1
    const place = { seq, at: isoTime(now), actor: 'o', role: 'opener', commandId: `${seq}` }
    const entry = recordEntry(one, { ...place, previous }, () => '00')
    previous = entry.hash
    return entry
  })
  return createLineReader()([entries], now).lines
}

/** The seqs of each folded line, latest last. */
const seqs = (items: readonly LogLine[]) =>
  items.map(({ earlier = [], entry }) => [...earlier.map((line) => line.entry.seq), entry.seq])

describe('lines are folded', () => {
  test('by bidder while files are opened, each at the place of its latest', () => {
    const lines = linesOf([key(1), key(2), imported(1), key(3), imported(2)])
    expect(seqs(createFolding()(lines))).toEqual([[1, 3], [4], [2, 5]])
  })

  test('by bidder up to the end of the window, and anew after it', () => {
    const failed = event('BidFailed', { ...file(1), kind: 'revoked', cause: 'time-out' })
    expect(seqs(createFolding()(linesOf([key(1), imported(2), closed, failed])))).toEqual([
      ...[[1], [2], [3], [4]],
    ])
  })

  test('where consecutive ones are of the same event', () => {
    const lines = linesOf([enrolled(1), enrolled(2), posted, enrolled(3)])
    expect(seqs(createFolding()(lines))).toEqual([[1, 2], [3], [4]])
  })

  test('also where only lines of bidders’ files are between them', () => {
    const lines = linesOf([key(1), enrolled(2), key(2), enrolled(3), imported(1)])
    expect(seqs(createFolding()(lines))).toEqual([[3], [2, 4], [1, 5]])
  })

  test('by bid while bids are read, with the disclosure that comes with it', () => {
    const started = event('ReadingStarted', { pace: null })
    const disclosed = (n: number) =>
      event('BidAnnounced', { bidderCode: bidderCode(n), figures: { price: `${n}.00` } })
    const read = histories.read
    const again = event('BidReadAgain', { bidderCode: bidderCode(2), position: 2 })
    const asRead = [started, disclosed(1), read(1), disclosed(2), read(2), again, read(3)]
    expect(seqs(createFolding()(linesOf(asRead)))).toEqual([[1], [2, 3], [4, 5, 6], [7]])
    const atOnce = [disclosed(1), disclosed(2), started, read(1), read(2)]
    expect(seqs(createFolding()(linesOf(atOnce)))).toEqual([[1, 2], [3], [4], [5]])
    const cut = event('ReadingCutShort', { reason: 'x' })
    const early = [started, disclosed(1), read(1), cut, disclosed(2), disclosed(3)]
    expect(seqs(createFolding()(linesOf(early)))).toEqual([[1], [2, 3], [4], [5, 6]])
  })

  test('but messages and the ends of windows never', () => {
    expect(seqs(createFolding()(linesOf([posted, posted, closed, closed])))).toEqual([[1], [2], [3], [4]])
  })

  test('by draw, from its declaration to its result', () => {
    const session = drawSession()
    const before = session.entries.length
    drawn(session)
    const { lines } = createLineReader()([session.entries], now)
    const items = createFolding()(lines).filter(({ entry }) => entry.seq > before)
    expect(items).toHaveLength(1)
    expect(items[0]?.entry.type).toBe('DrawDecided')
  })
})

test('a log that grows is folded as the whole log is, whatever the steps', () => {
  const entries = openingLog()
  const whole = createFolding()(createLineReader()([entries], now).lines)
  expect(whole.length).toBeLessThan(entries.length * 0.8)
  for (const step of [1, 2, 7]) {
    const [read, fold] = [createLineReader(), createFolding()]
    const chunks: VisibleEntry[][] = []
    let last: readonly LogLine[] = []
    for (let from = 0; from < entries.length; from += step) {
      chunks.push(entries.slice(from, from + step))
      last = fold(read(chunks, now).lines)
    }
    expect(last).toEqual(whole)
  }
})

test('lines that are made anew for the same entries are not folded again', () => {
  const entries = openingLog()
  const linesTo = (end: number) => createLineReader()([entries.slice(0, end)], now).lines
  const fold = createFolding()
  const before = fold(linesTo(entries.length - 1))
  const folded = before.filter(({ earlier }) => earlier).slice(0, -1)
  expect(folded.length).toBeGreaterThan(1)
  const after = new Set(fold(linesTo(entries.length)))
  for (const item of folded) expect(after).toContain(item)
})

test('[SNP-7] a folded line keeps its key', () => {
  const lines = linesOf([enrolled(1), enrolled(2), enrolled(3), enrolled(4), posted])
  const fold = createFolding()
  const keyIn = (from: number, to: number) => fold(lines.slice(from - 1, to)).map(keyOf)[0]
  const key = keyIn(2, 2)
  const steps = [
    { when: 'lines are added', from: 2, to: 4 },
    { when: 'its oldest ones are dropped', from: 3, to: 5 },
    { when: 'all but its latest are dropped', from: 4, to: 5 },
    { when: 'earlier ones are read back', from: 1, to: 5 },
    { when: 'they are dropped again', from: 3, to: 5 },
  ]
  for (const { when, from, to } of steps) expect(keyIn(from, to), when).toBe(key)
})

test('keys are unique, whatever is dropped, added or read back, and wherever warnings come between', () => {
  const entries = openingLog()
  const random = fc.integer({ min: 0, max: entries.length })
  fc.assert(
    fc.property(fc.array(fc.tuple(random, random)), (parts) => {
      const fold = createFolding()
      for (const part of parts) {
        const { lines } = createLineReader()([entries.slice(Math.min(...part), Math.max(...part))], now)
        const keys = fold(lines).map(keyOf)
        expect(new Set(keys)).toHaveProperty('size', keys.length)
      }
    }),
    { numRuns: 300, seed: 20_261_128 },
  )
})

test('earlier lines that are read later are folded in', () => {
  const lines = linesOf([enrolled(1), enrolled(2), key(1), imported(1)])
  const fold = createFolding()
  expect(seqs(fold(lines.slice(1)))).toEqual([[2], [3, 4]])
  expect(seqs(fold(lines))).toEqual([
    [1, 2],
    [3, 4],
  ])
})
