import { createHash } from 'node:crypto'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { noBasePrice } from '#domain/base-price/base-price-state.ts'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { openingRecord } from '#domain/ending/record.ts'
import { event } from '#domain/session/event.ts'
import { figureText } from '#domain/submission/figures.ts'
import { pricedState } from '#test/base-price/priced-state.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode, objectionText, replyText } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf } from '#test/domain/session.ts'
import { recordPdf } from './record-pdf.ts'

const bids: readonly BidPlan[] = [
  { name: '中国铁建大桥工程局集团有限公司', figures: { price: '123456789.50' }, remark: '报价含暂列金额' },
  { name: '超时有限公司', figures: { price: '2.00' }, fails: 'time-out' },
  { name: '无效有限公司', figures: { price: '345678901.00' }, invalid: '未递交保证金' },
]
const { state } = openingOf(bids)
const options = {
  ...{ timeZone: 'Asia/Shanghai', now: Date.parse('2026-03-02T03:00:00Z') },
  ...{ head: { seq: 88, hash: 'a1b2'.repeat(16) }, deposits: { B0001: '500,000.00 元 已到账' } },
}

/** The text without white space, which depends on line breaks. */
async function textOf(file: Uint8Array): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(file), verbosity: 0 }).promise
  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  return text.replace(/\s/g, '')
}

test('[REC-1] the record has bidders, figures, deposits, marks with reasons, objections, remarks and hashes in full', async () => {
  const text = await textOf(await recordPdf(state, options))
  for (const wanted of [
    ...bids.map(({ name }) => name),
    ...[figureText('money', '123456789.50'), figureText('money', '345678901.00')],
    ...['500,000.00元已到账', '未在规定时间内解密', '未递交保证金', '报价含暂列金额'],
    ...['评标办法第三条与招标公告不一致。', '以招标文件为准。', '开标过程无异常。'],
    ...['第88条', options.head.hash, state.signing?.recordHash ?? ''],
    ...['开标人王主持', '唱标人', '记录人', '监督人', '招标人代表'],
  ]) {
    expect(text).toContain(wanted)
  }
  expect(text).not.toContain(figureText('money', '2.00'))
})

test('[REC-1] the record says of which moment it is, and no status that changes after it', async () => {
  const text = await textOf(await recordPdf(stateAfter(histories.confirmed()), options))
  expect(text).toContain('记录截止2026-03-0211:00:00，开标结束环节下达电子签名时')
  expect(text).not.toMatch(/开标状态|开标中|开标完/)
})

test('[INQ-11] the record has the objection inquiry with its numbers, objections and replies', async () => {
  const asked = stateAfter([...histories.inquired(), histories.inquiryReply(1)])
  const text = await textOf(await recordPdf(asked, options))
  for (const wanted of ['开标异议询问', '2家已答复，其中1家有异议；0家未答复', objectionText, replyText])
    expect(text).toContain(wanted)
  // It does not say beside them that there are none.
  expect(text).toContain('异议与回复除本记录其他部分所列外，无')
  expect(await textOf(await recordPdf(state, options))).not.toContain('开标异议询问')
})

test('[ANN-13] the record has the rows that bidders dispute, and why the reading was cut short', async () => {
  const at = '2026-03-02T02:30:00.000Z'
  const said = { at, reply: null }
  const reply = { content: '以投标函为准。', at }
  const { bidders, announcement } = state
  const [first, , third] = Object.values(bidders)
  const reading = announcement?.reading
  if (!first || !third || !reading) throw new Error('bids that were read expected')
  const told = {
    ...state,
    signing: null,
    announcement: { ...announcement, reading: { ...reading, cutShort: '会场停电' } },
    bidders: {
      ...bidders,
      [first.code]: { ...first, rowCheck: { ...said, answer: 'disputed' as const, text: '工期应为30天' } },
      [third.code]: { ...third, rowCheck: { ...said, answer: 'right' as const, text: '' } },
    },
  }
  const text = await textOf(await recordPdf(told, options))
  expect(text).toContain('唱标提前结束，原因：会场停电')
  expect(text).toContain('中国铁建大桥工程局集团有限公司2026-03-0210:30:00工期应为30天')
  const { readingCutShort, disputes } = openingRecord(told)
  expect([readingCutShort, disputes]).toEqual([
    '会场停电',
    [{ bidderCode: first.code, text: '工期应为30天', at }],
  ])
  expect(text).toContain('工期应为30天未回复')
  const answered = {
    ...first,
    rowCheck: { ...said, answer: 'disputed', text: '工期应为30天', reply },
  } as const
  const replied = { ...told, bidders: { ...told.bidders, [first.code]: answered } }
  expect(await textOf(await recordPdf(replied, options))).toContain(
    `唱标内容的异议回复${first.name}2026-03-0210:30:00工期应为30天以投标函为准。`,
  )
  expect(await textOf(await recordPdf(state, options))).not.toContain('唱标情况')
})

test('[END-28] the record tells own confirmations from automatic ones, and why the confirmation was ended early', async () => {
  const ended = event('ConfirmationEnded', { reason: '均已到场', automatic: [bidderCode(2)] })
  const early = stateAfter([...histories.confirming(), histories.confirmation(1), ended])
  expect(await textOf(await recordPdf(early, options))).toContain(
    '一览表确认投标人确认1家，自动确认1家；开标人提前结束确认，原因：均已到场',
  )
  const all = await textOf(await recordPdf(stateAfter(histories.confirmed()), options))
  expect(all).toContain('一览表确认投标人确认2家')
  expect(all).not.toContain('自动确认')
})

test('[BAS-5] the record has the base price with its unit, and none that no longer holds', async () => {
  const priced = pricedState({ bids: ['1000000', '1100000'] })
  const result = calculateBasePrice(priced)
  if (!result.ok) throw new Error(result.error.code)
  const { price } = result.value
  const at = '2026-03-02T02:30:00.000Z'
  priced.basePrice = { ...noBasePrice, calculated: { ...result.value, at }, saved: { price, at } }
  const amount = `${figureText('money', price)}元`
  expect(await textOf(await recordPdf(priced, options))).toContain(
    `评标基准价（计算值）${amount}评标基准价（保存值）${amount}`,
  )
  priced.basePrice = { ...priced.basePrice, saved: { price: '1.00', at } }
  expect(await textOf(await recordPdf(priced, options))).not.toContain(figureText('money', '1.00'))
  const later = pricedState({ bids: ['1000000', '1100000'], invalid: [2] })
  later.basePrice = priced.basePrice
  expect(await textOf(await recordPdf(later, options))).not.toContain('评标基准价')
})

test('[SHL-9] the record of a tender without deposits has no column for them', async () => {
  const without = openingOf(bids.slice(0, 1), 'ended', { depositForm: 10 })
  expect(await textOf(await recordPdf(without.state, options))).not.toContain('投标保证金')
  expect(await textOf(await recordPdf(state, options))).toContain('投标保证金')
})

test('[REC-1] the same record is made with the same bytes', async () => {
  const hash = async () =>
    createHash('sha256')
      .update(await recordPdf(state, options))
      .digest('hex')
  expect(await hash()).toBe(await hash())
})

test('[REP-1] in a table that is split, every part has the names and the marks', async () => {
  const columns = Array.from({ length: 12 }, (_, i) => ({
    ...{ key: i === 0 ? 'price' : `c${i}`, title: { zh: `报价${i}`, en: `Price ${i}` }, unit: '元' },
    ...{ kind: 'money' as const, file: 'technical' as const },
  }))
  const figures = Object.fromEntries(columns.map(({ key }) => [key, '123456789.50']))
  const wide = openingOf([{ name: '宽表有限公司', figures, invalid: '报价有误' }], 'ended', { columns })
  const text = await textOf(await recordPdf(wide.state, options))
  const parts = text.match(/宽表有限公司无效标：报价有误/g)?.length ?? 0
  expect(parts).toBeGreaterThan(1)
})
