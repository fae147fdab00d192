import { expect, test } from 'vitest'
import type { Tender } from '#domain/tender/tender.ts'
import { bidder, opener, supervisor } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf } from '#test/domain/session.ts'
import { bids, happened, heard, saidOf } from '#test/sounds/prompt-fixture.ts'

test('[VOI-3] a whole opening as its opener hears it', () => {
  expect(heard(openingOf(bids), opener).map(({ spoken }) => spoken.zh)).toEqual([
    '有投标人提出异议，请及时答复。',
    '有投标人提出异议，请及时答复。',
    '请设置解密时限。',
    '解密指令已下达，请投标人在三十分钟内完成解密。',
    '解密时间到，解密结束。',
    '迟到工程，投标文件未能开启。',
    '开始唱标，共有三家投标单位。',
    '江河水利建设集团有限公司，投标报价一百二十三万四千五百六十七点八九元。',
    '中部路桥，投标报价两千万零三百元。',
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

test('captions and English group digits; clips say 第几家 instead of a name', () => {
  const read = heard(openingOf(bids, 'announced'), opener).filter(({ id }) => id.startsWith('bid-announced'))
  expect(read[0]).toMatchObject({
    urgent: false,
    freshMs: 180_000,
    text: {
      zh: '江河水利建设集团有限公司，投标报价1,234,567.89元。',
      en: '江河水利建设集团有限公司: Bid price 1,234,567.89 yuan.',
    },
    clips: [
      '第',
      '一',
      'bidders',
      'price',
      '一百',
      '二十',
      '三',
      '万',
      '四千',
      '五百',
      '六十',
      '七',
      '点',
    ].concat(['八', '九', '元']),
  })
  expect(read[1]?.clips).toEqual(['第', '二', 'bidders', 'price', '两千', '万', '零', '三百', '元'])
})

test('[VOI-3] with many bidders, neither prices nor single failures are read out', () => {
  const many = Array.from(
    { length: 13 },
    (_, index): BidPlan => ({
      name: `投标人${index + 1}`,
      figures: { price: '1.00', days: '1', manager: '李四' },
      ...(index < 5 ? { fails: 'time-out' as const } : {}),
    }),
  )
  const ids = heard(openingOf(many, 'announced'), opener)
  const texts = new Map(ids.map(({ id, text }) => [id, text.zh]))
  expect(texts.get('announcement-started')).toBe('开始唱标，共有13家投标单位，报价详见开标一览表。')
  expect(ids.filter(({ id }) => id.startsWith('bid-announced'))).toEqual([])
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

test('several amounts are all read out; without any, the overview is mentioned once', () => {
  const { state } = openingOf(bids, 'announced')
  const tender = state.tender as Tender
  const [priced, ...others] = tender.columns
  if (!priced) throw new Error('no column')
  const safety = {
    ...priced,
    key: 'safety',
    title: { zh: '安全文明施工费', en: 'Safety fee' },
    unit: '万元',
  }
  const withSafety = { ...state, tender: { ...tender, columns: [priced, safety, ...others] } }
  const announced = happened('BidAnnounced', {
    bidderCode: 'B0002',
    figures: { price: '20000300', safety: '12.5' },
  })
  expect(saidOf(announced, 'bidder', withSafety)).toMatchObject({
    text: {
      zh: '中部路桥，投标报价20,000,300元，安全文明施工费12.5万元。',
      en: '中部路桥: Bid price 20,000,300 yuan; Safety fee 12.5 ten thousand yuan.',
    },
    clips: ['第', '二', 'bidders', 'price', '两千', '万', '零', '三百', '元'].concat([
      'price',
      '十',
      '二',
      '点',
      '五',
      '万元',
    ]),
  })
  const unpriced = { ...state, tender: { ...tender, columns: others } }
  expect(saidOf(announced, 'bidder', unpriced)).toBeNull()
  expect(saidOf(happened('AnnouncementStarted', { bidderCount: 3 }), 'bidder', unpriced)?.text.zh).toBe(
    '开始唱标，共有3家投标单位，报价详见开标一览表。',
  )
})

test('events of unknown type or version are not spoken', () => {
  for (const newer of [{ type: 'FromTomorrow' }, { type: 'constructor' }, { version: 2 }]) {
    expect(saidOf({ ...happened('EndEntered', {}), ...newer } as never, 'opener')).toBeNull()
  }
})
