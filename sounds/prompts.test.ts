import { expect, test } from 'vitest'
import type { Tender } from '#domain/tender/tender.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidder, opener, supervisor } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf } from '#test/domain/session.ts'
import { bids, happened, heard, saidOf } from '#test/sounds/prompt-fixture.ts'
import { promptForReading } from './prompts.ts'

test('[VOI-3] [VOI-4] a whole opening as its opener hears it', () => {
  expect(heard(openingOf(bids), opener).map(({ spoken }) => spoken.zh)).toEqual([
    '有投标人提出异议，请及时回复。',
    '有投标人提出异议，请及时回复。',
    '请设置解密时限。',
    '解密指令已下达，请投标人在三十分钟内完成解密。',
    '解密时间到，解密结束。',
    '迟到工程，投标文件未能开启。',
    '开始唱标，共有三家投标单位。',
    '江河水利建设集团有限公司，投标报价一百二十三万四千五百六十七点八九元，工期一百八十天，项目经理赵一。',
    '中部路桥，投标报价两千万零三百元，工期九十天，项目经理钱二。',
    '迟到工程，投标文件已撤销，未在规定时间内解密。',
    '唱标完毕。',
    '进入开标结束环节。',
    '请投标人在十分钟内确认开标一览表。',
    '开标一览表确认结束。',
    '电子签名指令已下达，请投标人在十五分钟内签署开标记录。',
    '电子签名时间到。',
    '电子签名已确认。',
    '开标结束，感谢各位参与。',
  ])
})

test('a bidder hears about their own bid, not about what others do with theirs', () => {
  const first = heard(openingOf(bids, 'decrypted'), bidder(1)).map(({ id }) => id)
  expect(first).toEqual([
    'objection-replied',
    'opening-entered',
    'decryption-issued',
    'own-decrypted',
    'decryption-closed',
    'bid-failed:B0003',
  ])
  const third = heard(openingOf(bids, 'decrypted'), bidder(3)).map(({ id }) => id)
  expect(third).not.toContain('own-decrypted')
  expect(heard(openingOf(bids, 'decrypted'), supervisor).map(({ id }) => id)).not.toContain('own-decrypted')
})

test('[VOI-4] each item is read under its own title with its unit; clips say 第几家 instead of a name', () => {
  const read = heard(openingOf(bids), opener).filter(({ id }) => id === 'reading')
  expect(read[0]).toMatchObject({
    ...{ urgent: false, reading: 'bid', topic: 'announcement' },
    text: {
      zh: '江河水利建设集团有限公司，投标报价1,234,567.89元，工期180天，项目经理赵一。',
      en: '江河水利建设集团有限公司: Bid price 1,234,567.89 yuan; Duration 180 days; Project manager 赵一.',
    },
  })
  expect(read[1]?.clips).toEqual([
    ...['第', '二', 'bidders', 'bidPrice', '两千', '万', '零', '三百', '元'],
    ...['duration', '九十', 'days'],
  ])
})

test('[VOI-3] the number of bidders is the beginning of the reading, whose bids follow', () => {
  const all = heard(openingOf(bids), opener).filter(({ reading }) => reading)
  expect(all.map(({ id, reading }) => [id, reading])).toEqual([
    ['announcement-started', 'beginning'],
    ...Array(4).fill(['reading', 'bid']),
  ])
})

test('[VOI-4] an invalid or unopened bid is read as such, with its reason and without its figures', () => {
  const plans = bids.map((bid, i) => (i === 0 ? { ...bid, invalid: '未盖章' } : bid))
  const { state } = openingOf(plans, 'announced')
  const read = (n: number) =>
    saidOf(happened('BidRead', { bidderCode: `B000${n}`, position: n }), 'bidder', state)
  expect(read(1)?.text).toEqual({
    zh: '江河水利建设集团有限公司，投标文件被标记为无效，未盖章。',
    en: '江河水利建设集团有限公司: bid marked invalid, 未盖章.',
  })
  expect(read(1)?.clips).toEqual(['第', '一', 'bidders', 'readInvalid'])
  expect(read(3)).toMatchObject({
    text: { en: '迟到工程: bid revoked, not decrypted in time.' },
    clips: ['第', '三', 'bidders', 'bidRevoked', 'notDecryptedInTime'],
  })
})

test('[VOI-4] all bids of a large section are read; single failures are not named', () => {
  const many = Array.from(
    { length: 13 },
    (_, index): BidPlan => ({
      name: `投标人${index + 1}`,
      figures: { price: '1.00', days: '1', manager: '李四' },
      ...(index < 5 ? { fails: 'time-out' as const } : {}),
    }),
  )
  const ids = heard(openingOf(many), opener)
  const texts = new Map(ids.map(({ id, text }) => [id, text.zh]))
  expect(texts.get('announcement-started')).toBe('开始唱标，共有13家投标单位。')
  expect(ids.filter(({ text }) => /^投标人\d+，/.test(text.zh) && !text.zh.includes('未能'))).toHaveLength(13)
  // The entries of one command are folded in one batch: the number of failures is known before the first is named.
  const { state } = openingOf(many, 'decrypted')
  const payload = { bidderCode: 'B0001', fileId: '', kind: 'revoked', cause: 'time-out' } as const
  expect(saidOf(happened('BidFailed', payload), 'opener', state)).toMatchObject({
    id: 'bids-failed',
    text: {
      zh: '有5家投标文件未能开启，详见开标进程。',
      en: '5 bids could not be opened; see the progress log.',
    },
    clips: ['thereAre', '五', 'filesNotOpened'],
  })
})

test('[VOI-4] an item without a clip for its title or unit is left out of the clips with its value', () => {
  const { state } = openingOf(bids, 'announced')
  const tender = state.tender as Tender
  const [priced] = tender.columns
  if (!priced) throw new Error('no column')
  const columns = [
    { ...priced, key: 'price', title: { zh: '检测费', en: 'Testing fee' } },
    { ...priced, key: 'days', title: { zh: '安全文明施工费', en: 'Safety fee' }, unit: '万元' },
    { ...priced, key: 'manager', title: { zh: '投标总价', en: 'Total' }, unit: '美元' },
  ]
  const figures = { price: '7', days: '12.5', manager: '9' }
  const bidder = { ...state.bidders.B0002, figures } as (typeof state.bidders)[string]
  const other = { ...state, tender: { ...tender, columns }, bidders: { ...state.bidders, B0002: bidder } }
  const read = happened('BidRead', { bidderCode: 'B0002', position: 2 })
  expect(saidOf(read, 'bidder', other)).toMatchObject({
    text: {
      zh: '中部路桥，检测费7元，安全文明施工费12.5万元，投标总价9美元。',
      en: '中部路桥: Testing fee 7 yuan; Safety fee 12.5 ten thousand yuan; Total 9 美元.',
    },
    clips: ['第', '二', 'bidders', 'safetyFee', '十', '二', '点', '五', '万元'],
  })
  const without = { ...state, tender: { ...tender, columns: [] } }
  expect(saidOf(read, 'bidder', without)?.text.zh).toBe('中部路桥，详见开标一览表。')
})

test('[VOI-4] who joins during the objection inquiry hears no bid, also where the reading has not ended', () => {
  const reading = histories.reading()
  expect(promptForReading(stateAfter(reading))?.id).toBe('reading')
  expect(promptForReading(stateAfter([...reading, ...histories.inquiring().slice(-1)]))).toBeNull()
})

test('[VOI-4] pause, resumption and end are said in place of what is being read', () => {
  const { state } = openingOf(bids, 'reading')
  const said = (type: 'ReadingPaused' | 'ReadingResumed' | 'ReadingFinished') =>
    saidOf(happened(type, {}), 'supervisor', state)
  for (const type of ['ReadingPaused', 'ReadingResumed', 'ReadingFinished'] as const) {
    expect(said(type)).toMatchObject({ id: 'reading', reading: 'bid' })
  }
  expect(said('ReadingResumed')?.text.zh).toBe(
    '唱标继续，江河水利建设集团有限公司，投标报价1,234,567.89元，工期180天，项目经理赵一。',
  )
  const cut = happened('ReadingCutShort', { reason: '停电' })
  expect(saidOf(cut, 'supervisor', state)?.clips).toEqual(['readingCutShort'])
  expect(promptForReading(state)?.text.zh).toMatch(/^江河水利建设集团有限公司，投标报价/)
  expect(promptForReading(openingOf(bids, 'announced').state)).toBeNull()
})

test('[ANN-13] the opener alone hears that a bidder disputes their row', () => {
  const checked = (answer: 'right' | 'disputed') =>
    happened('RowChecked', { bidderCode: 'B0001', answer, text: '工期有误' })
  expect(saidOf(checked('disputed'), 'opener')).toMatchObject({ urgent: false, clips: ['rowDisputed'] })
  expect(saidOf(checked('right'), 'opener')).toBeNull()
  expect(saidOf(checked('disputed'), 'supervisor')).toBeNull()
})

test('events of unknown type or version are not spoken', () => {
  for (const newer of [{ type: 'FromTomorrow' }, { type: 'constructor' }, { version: 2 }]) {
    expect(saidOf({ ...happened('EndEntered', {}), ...newer } as never, 'opener')).toBeNull()
  }
})
