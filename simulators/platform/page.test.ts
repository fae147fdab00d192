import { expect, test } from 'vitest'
import type { Language } from '#protocol/messages/codes.ts'
import type { SessionResult } from '#protocol/session-result.ts'
import { platformPage } from './page.ts'

const section = {
  ...{ guid: 'g', code: 'PT-1', name: '河西<标段>', opensAt: '2026-03-02T01:00:00.000Z' },
  people: [{ sub: 'B1', name: '甲公司', unitCode: 'B1', userType: 2 }],
  priceUnit: '万元',
  certificates: new Map([['B1', new Uint8Array()]]),
}
const bid = { figures: null, failure: null, isBadBidOpen: false, badBidNote: '' }
const result = {
  ...{
    BDGuid: 'g',
    bdbh: 'PT-1',
    bdmc: '河西',
    bidStatus: '开标完',
    seq: 83,
    hash: 'a'.repeat(64),
    failure: null,
  },
  bids: [
    { ...bid, EntprsName: '甲公司', figures: { price: '4200000.00' } },
    { ...bid, EntprsName: '乙公司', failure: 'time-out' },
    { ...bid, EntprsName: '丙公司', figures: { price: '1.00' }, isBadBidOpen: true, badBidNote: '未盖章' },
  ],
} as unknown as SessionResult

/** The cells of the results' rows. */
function cellsOf(page: string): string[][] {
  const rows = [...page.matchAll(/<tr>(<td.*?)<\/tr>/g)].map(([, row = '']) => row)
  return rows.map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell))
}

test('why a bid was not opened is no price', () => {
  expect(cellsOf(platformPage('zh-CN', [], [result]))).toEqual([
    ['甲公司', '4,200,000.00', '正常'],
    ['乙公司', '—', '未在规定时间内解密'],
    ['丙公司', '1.00', '无效标：未盖章'],
  ])
  const english = cellsOf(platformPage('en', [], [result]))
  expect(english.map(([, , outcome]) => outcome)).toEqual([
    'Opened',
    'Not decrypted in time',
    'Invalid bid: 未盖章',
  ])
})

test('prices have the unit of their tender, and none where it is not known', () => {
  const head = (language: Language, known: boolean) =>
    /<th class="price">(.*?)<\/th>/.exec(platformPage(language, known ? [section] : [], [result]))?.[1]
  expect([head('zh-CN', true), head('en', true)]).toEqual([
    '投标报价（万元）',
    'Bid price (ten thousand yuan)',
  ])
  expect([head('zh-CN', false), head('en', false)]).toEqual(['投标报价', 'Bid price'])
})

test('The page is in the chosen language, with a link to the other', () => {
  const notices = new Map([['g', { 'zh-CN': '暂停：成功', en: 'Pause: done' }]])
  const english = platformPage('en', [section], [result], notices)
  expect(english).toContain('<html lang="en">')
  expect(english).toContain('href="/language?lang=zh-CN"')
  const data = /河西|[甲乙丙]公司|未盖章|&#60;标段&#62;|中文/g
  expect(english.replaceAll(data, '').match(/\p{Script=Han}+/gu)).toBeNull()
  expect(english).toContain('Pause: done')
  const chinese = platformPage('zh-CN', [section], [result], notices)
  expect(chinese).toContain('投标人 <a')
  expect(chinese).toContain('href="/language?lang=en"')
})
