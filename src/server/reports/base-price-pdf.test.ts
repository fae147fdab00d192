import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { noBasePrice } from '#domain/base-price/base-price-state.ts'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { pricedState } from '#test/base-price/priced-state.ts'
import { basePricePdf } from './base-price-pdf.ts'
import type { ReportOptions } from './overview-report.ts'

const options: ReportOptions = {
  language: 'zh-CN',
  timeZone: 'Asia/Shanghai',
  now: Date.parse('2026-03-02T03:00:00Z'),
}
const at = '2026-03-02T02:30:00.000Z'

/** Five bids, trimmed, lowered by the drawn fall rate; saved. */
function saved() {
  const state = pricedState({
    bids: ['1000000', '1100000', '1200000', '1300000', '1400000', null],
    drawn: { fallRate: '0.5' },
    rule: {
      trimmed: true,
      lowerRate: 'housing',
      theoryCost: [{ item: 'total', column: 'price' }],
      steps: [{ kind: 'lower', by: { drawn: 'fallRate', unit: 'percent' } }],
    },
  })
  const result = calculateBasePrice(state)
  if (!result.ok) throw new Error(result.error.code)
  const { price } = result.value
  state.basePrice = { ...noBasePrice, calculated: { ...result.value, at }, saved: { price, at } }
  return state
}

/** The text of all pages without white space, which depends on line breaks. */
async function textOf(
  state: ReturnType<typeof saved>,
  language = options.language,
  preliminary = false,
): Promise<string> {
  const file = await basePricePdf(state, { ...options, language, preliminary })
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  return text.normalize('NFC').replace(/\s/g, '')
}

test('[BAS-12] the report has the bids, each step with its numbers, the result and what was drawn', async () => {
  const page = await textOf(saved())
  for (const words of [
    '评标基准价计算表',
    '评标基准价1,194,000.00元',
    '2026-03-0210:30:00',
    '投标人1',
    '去掉最低20%',
    '去掉最高20%',
    '不参与未开启',
    '16.25%，下浮过多',
    '总价83.33%，低于85%',
    '3,600,000÷3=1,200,000',
    '1,200,000×(1−0.5%)=1,194,000',
    '下浮率=0.5%',
    '四舍五入至小数点后六位',
  ]) {
    expect(page).toContain(words)
  }
})

test('[BAS-12] the report of a price that does not hold any more says so', async () => {
  const state = saved()
  const first = state.bidders[state.order[0] ?? '']
  if (first) first.invalid = { note: '资格不符' }
  expect(await textOf(state)).toContain('须重新计算')
})

test('[BAS-12] marks and bands of many bids stand on one line each, so that three pages have all', async () => {
  const state = pricedState({
    bids: Array.from({ length: 40 }, (_, i) => `${1000000 + i * 10000}`),
    rule: { trimmed: true, lowerRate: 'housing', theoryCost: [{ item: 'total', column: 'price' }] },
  })
  for (const bidder of Object.values(state.bidders))
    Object.assign(bidder, { name: `${bidder.name}市政园林水利水电建筑安装工程（集团）股份有限公司` })
  const result = calculateBasePrice(state)
  if (!result.ok) throw new Error(result.error.code)
  state.basePrice = { ...noBasePrice, calculated: { ...result.value, at } }
  const file = await basePricePdf(state, options)
  const { numPages } = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  expect(numPages).toBe(3)
})

test('[BAS-12] the report is in English too', async () => {
  const page = await textOf(saved(), 'en')
  expect(page).toContain('CalculationoftheEvaluationBasePrice')
  expect(page).toContain('Lowered1,200,000×(1−0.5%)=1,194,000fallrate=0.5%')
})

test('[REP-12] a report that is not filed says that it is preliminary', async () => {
  const note = 'Preliminary:notfiled.'
  expect(await textOf(saved(), 'en', true)).toContain(note)
  expect(await textOf(saved(), 'en')).not.toContain(note)
})
