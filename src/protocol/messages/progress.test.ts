import { describe, expect, test } from 'vitest'
import { toRecorded } from '#domain/log/entry.ts'
import { event, eventVersions, type RecordedEvent, type SessionEvent } from '#domain/session/event.ts'
import type { Tender } from '#domain/tender/tender.ts'
import { bidderCode, figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { codesAsNames } from '#test/support/codes-as-names.ts'
import { tender } from '#test/support/sample-tender.ts'
import { progressBidder, progressKind, progressLine } from './progress.ts'

const bids = [1, 2].map((n) => ({ name: `投标人${n}`, figures: figuresOf(n) }))
const events = openingOf(bids).entries.map(toRecorded)
const lookups = { ...codesAsNames, nameOf: (code: string) => `《${code}》` }

function find(type: RecordedEvent['type']): RecordedEvent {
  const found = events.find((event) => event.type === type)
  if (!found) throw new Error(`no ${type}`)
  return found
}

test('[SHL-14] every event of an opening has a line in both languages and a kind', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(20)
  for (const event of events) {
    expect(progressLine(event, 'zh-CN', lookups), event.type).toMatch(/[一-鿿]/)
    expect(progressLine(event, 'en', lookups), event.type).toMatch(/[a-z]/)
    expect(progressKind(event), event.type).not.toBe('unknown')
  }
})

test('a line about a bidder names them and is found by their code', () => {
  for (const type of ['BidSubmitted', 'BidAnnounced', 'ObjectionRaised', 'ObjectionReplied'] as const) {
    expect(progressLine(find(type), 'zh-CN', lookups)).toContain(`《${bidderCode(1)}》`)
    expect(progressBidder(find(type))).toBe(bidderCode(1))
  }
  expect(progressBidder(find('DecryptionStarted'))).toBeNull()
})

test('no line has the text of an objection', () => {
  const { content } = find('ObjectionRaised').payload as { content: string }
  for (const event of events) expect(progressLine(event, 'zh-CN', lookups)).not.toContain(content)
})

test('an amount has the unit that its column has in the tender', () => {
  const columns = [1, 2].map((n) => ({
    ...{ key: `price${n}`, title: { zh: `报价${n}`, en: `Price ${n}` }, kind: 'money' as const },
    unit: n === 1 ? '元' : '万元',
  }))
  const priced = tender({ columns, evaluation: { basePrice: { column: 'price2' } } })
  const told = (happened: SessionEvent, given: Tender | null) =>
    (['zh-CN', 'en'] as const).map((language) =>
      progressLine({ ...find('DecryptionStarted'), ...happened, version: 1 } as RecordedEvent, language, {
        ...lookups,
        tender: () => given,
      }),
    )
  const saved = event('BasePriceSaved', { price: '1234.50' })
  expect(told(saved, priced)).toEqual([
    '评标基准价已保存：1,234.50 万元',
    'The evaluation base price was saved: 1,234.50 ten thousand yuan',
  ])
  expect(told(saved, null)[0]).toBe('评标基准价已保存：1,234.50')
  const disclosed = event('ControlPriceDisclosed', { price: '8000000.00', remark: '', file: null })
  expect(told(disclosed, priced)).toEqual([
    '控制价已公开：8,000,000.00 元',
    'The control price was disclosed: 8,000,000.00 yuan',
  ])
})

describe.each([
  ['a type', { ...find('BidAnnounced'), type: 'BidTeleported' }],
  ['a type named like an object’s property', { ...find('BidAnnounced'), type: 'constructor' }],
  ['a version', { ...find('BidAnnounced'), version: eventVersions.BidAnnounced + 1 }],
])('%s of a newer program', (_name, newer) => {
  const told = newer as unknown as RecordedEvent

  test('has a line that says so', () => {
    expect(progressLine(told, 'zh-CN', lookups)).toContain(`未知事件（${told.type}）`)
    expect(progressLine(told, 'en', lookups)).toContain(`Unknown event (${told.type})`)
  })

  test('is of unknown kind and about no bidder', () => {
    expect(progressKind(told)).toBe('unknown')
    expect(progressBidder(told)).toBeNull()
  })
})
