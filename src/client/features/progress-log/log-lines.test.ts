import { describe, expect, test, vi } from 'vitest'
import { genesisHash, recordEntry, type VisibleEntry } from '#domain/log/entry.ts'
import { event, type SessionEvent } from '#domain/session/event.ts'
import { isoTime } from '#lib/time.ts'
import { codesAsNames } from '#test/support/codes-as-names.ts'
import {
  countUntil,
  createLineReader,
  createSearchable,
  createSentences,
  filterLines,
  keyOf,
  noFilter,
  roleOf,
  timeOf,
} from './log-lines.ts'

const enrolled = (code: string, name: string) =>
  event('BidderEnrolled', { bidderCode: code, name, certificate: '' })

const happened: readonly SessionEvent[] = [
  event('ParticipantEntered', { role: 'opener', bidderCode: null, name: '王主持' }, { address: '' }),
  enrolled('B1', '江河水利建设集团有限公司'),
  event('MessagePosted', { message: 'Please be ready' }),
  event('BidRemarked', { bidderCode: 'B2', remark: '无' }),
  event('EndEntered', {}),
]

const now = Date.UTC(2026, 0, 1)

/** A recorded log in which the entries at `hidden` are hidden from the viewer. */
function logOf(events: readonly SessionEvent[], hidden: readonly number[] = []): VisibleEntry[] {
  let previous = genesisHash('s')
  return events.map((one, index) => {
    const seq = index + 1
    const place = { seq, at: '2026-01-01T00:00:00.000Z', actor: 'o', role: 'opener', commandId: `${seq}` }
    const entry = recordEntry(one, { ...place, previous }, () => '00')
    previous = entry.hash
    return hidden.includes(seq) ? { seq, hash: entry.hash } : entry
  })
}

const seqs = (lines: readonly { entry: { seq: number } }[]) => lines.map(({ entry }) => entry.seq)

describe('lines', () => {
  test('count hidden entries and know the authors', () => {
    const log = createLineReader()([logOf(happened, [2])], now)
    expect(seqs(log.lines)).toEqual([1, 3, 4, 5])
    expect(log.hidden).toBe(1)
    expect(log.counts).toEqual({ people: 1, message: 1, bidder: 1, step: 1 })
    expect(log.people).toEqual({ o: '王主持' })
  })

  test('know the author of a message, though their entering is hidden', () => {
    const posted = event('MessagePosted', { message: '请稍候', name: '王主持' })
    expect(createLineReader()([logOf([...happened, posted], [1])], now).people).toEqual({ o: '王主持' })
    expect(createLineReader()([logOf(happened, [1])], now).people).toEqual({})
  })

  test('attribute the end of a window to the system, whoever confirmed last', () => {
    const log = createLineReader()([logOf([event('ConfirmationClosed', { unconfirmed: [] })])], now)
    expect(log.lines.map(roleOf)).toEqual(['system'])
    expect(log.roles).toEqual({ system: 1 })
  })

  test('do not depend on the log’s chunks, and a known chunk is not read again', () => {
    const entries = logOf(happened, [2])
    const read = createLineReader()
    const [first, second] = [entries.slice(0, 2), entries.slice(2, 4)]
    const before = read([second], now)
    const after = read([first, second, entries.slice(4)], now)
    expect(after).toEqual(createLineReader()([entries], now))
    expect(after.lines[1]).toBe(before.lines[0])
  })
})

describe('warnings', () => {
  const minute = 60_000
  const ends = isoTime(now + 10 * minute)
  const started = event('ConfirmationStarted', { limitMinutes: 10, deadline: ends, overviewHash: null })
  const issued = logOf([event('EndEntered', {}), started])
  const sentenceOf = createSentences('zh-CN', codesAsNames)

  test('are inserted when they are due, as the system’s, after earlier lines', () => {
    const read = createLineReader()
    expect(read([issued], now + 4 * minute).lines).toHaveLength(2)
    const log = read([issued], now + 9.5 * minute)
    expect(log.lines.map(sentenceOf).slice(2)).toEqual(['确认时间还剩5分钟', '确认时间还剩1分钟'])
    expect(log.lines.map(timeOf).slice(2)).toEqual([isoTime(now + 5 * minute), isoTime(now + 9 * minute)])
    expect(new Set(log.lines.map(keyOf)).size).toBe(4)
    expect(log).toMatchObject({ counts: { step: 1, deadline: 3 }, roles: { opener: 2, system: 2 } })
    const searchable = createSearchable(sentenceOf, () => '王主持')
    expect(
      filterLines(log.lines, { ...noFilter, role: 'system', text: '确认时间' }, searchable),
    ).toHaveLength(2)
    expect(filterLines(log.lines, { ...noFilter, text: '王主持' }, searchable)).toHaveLength(2)
  })

  test('are missing for a window that was closed before', () => {
    const closed = logOf([started, event('ConfirmationClosed', { unconfirmed: [] })])
    expect(createLineReader()([closed], now + 60 * minute).lines).toHaveLength(2)
  })
})

describe('sentences', () => {
  test('are made once each, when they are needed', () => {
    const { lines } = createLineReader()([logOf(happened)], now)
    const nameOf = vi.fn((code: string) => `bidder ${code}`)
    const sentenceOf = createSentences('en', { ...codesAsNames, nameOf })
    const remark = lines[3]
    if (!remark) throw new Error('five lines expected')
    expect(sentenceOf(remark)).toBe('Remark on bidder B2: 无')
    expect(sentenceOf(remark)).toBe('Remark on bidder B2: 无')
    expect(nameOf).toHaveBeenCalledTimes(1)
  })
})

describe('a filter', () => {
  const { lines } = createLineReader()([logOf(happened)], now)
  const searchable = createSearchable(createSentences('zh-CN', codesAsNames), ({ entry }) =>
    entry.seq === 5 ? '王主持' : '',
  )
  const found = (kind: Parameters<typeof filterLines>[1]['kind'], text: string) =>
    seqs(filterLines(lines, { kind, role: null, text }, searchable))

  test('without conditions returns all lines unchecked', () => {
    expect(filterLines(lines, noFilter, searchable)).toBe(lines)
  })

  test('finds by kind, by words in any case, by company and by unit code', () => {
    expect(found('message', '')).toEqual([3])
    expect(found(null, ' please BE ')).toEqual([3])
    expect(found(null, '江河水利')).toEqual([2])
    expect(found(null, 'b1')).toEqual([2])
    expect(found('step', 'b1')).toEqual([])
    // A person who entered, and one who is known only from their acts.
    expect(found(null, '王主持')).toEqual([1, 5])
  })

  test('finds by acting person', () => {
    const by = (role: string) => seqs(filterLines(lines, { ...noFilter, role }, searchable))
    expect(by('opener')).toEqual([1, 2, 3, 4, 5])
    expect(by('bidder')).toEqual([])
  })
})

test('lines up to a seq are counted, whether or not it is among them', () => {
  const { lines } = createLineReader()([logOf(happened, [2])], now)
  expect([0, 1, 2, 3, 5, 9].map((seq) => countUntil(lines, seq))).toEqual([0, 1, 1, 2, 4, 4])
})
