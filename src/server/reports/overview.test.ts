import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { event, type SessionEvent } from '#domain/session/event.ts'
import type { SessionState } from '#domain/session/state.ts'
import { figureText } from '#domain/submission/figures.ts'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { twoFiles } from '#test/domain/sample-actors.ts'
import { type BidPlan, openingOf } from '#test/domain/session.ts'
import { figureCell } from './excel-cells.ts'
import { overviewExcel } from './overview-excel.ts'
import { overviewPdf } from './overview-pdf.ts'
import { overviewReport, type ReportOptions } from './overview-report.ts'

const options: ReportOptions = {
  language: 'zh-CN',
  timeZone: 'Asia/Shanghai',
  now: Date.parse('2026-03-02T03:00:00Z'),
}

const jointVenture =
  'JV of Shanghai Urban Construction Municipal Engineering (Group) Co. Ltd. and Xi an City No.2 Municipal Engineering Co.Ltd.'

const bids: readonly BidPlan[] = [
  { name: jointVenture, figures: { price: '1553059196991.0', days: '180', manager: '王小明' } },
  { name: '中国铁建股份有限公司', figures: { price: '0.000001', days: '200', manager: '欧阳建国' } },
  { name: 'Przedsiębiorstwo Łódź S.A.', figures: { price: '999999999999999999.999999', manager: 'Ñandú' } },
  { name: '超时有限公司', figures: { price: '31415926.50' }, fails: 'time-out' },
  { name: '损坏有限公司', figures: { price: '27182818.20' }, fails: 'damaged-file' },
  { name: '无效有限公司', figures: { price: '123456789012345678' }, invalid: '未递交保证金' },
  { name: '=1+1', figures: { price: '500.00', manager: '@SUM(A1)' }, remark: '-暂列金额', signs: false },
  { name: '未投标有限公司', figures: null },
]

/** Bidders and prices of real openings. */
function realBids(count: number): BidPlan[] {
  const lines = readFileSync('test/fixtures/world-bank-openings.jsonl', 'utf8').trim().split('\n')
  const found: { bidder: string; openingPrice: string }[] = lines.flatMap((line) => JSON.parse(line).bids)
  return found.slice(0, count).map((bid) => ({ name: bid.bidder, figures: { price: bid.openingPrice } }))
}

/** The openings that several tests read, each made once. */
const opening = openingOf(bids)
const realOpening = once(() => {
  const many = realBids(500)
  return { many, state: openingOf(many, 'announced').state }
})

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

async function sheetsOf(file: Uint8Array) {
  const [overview, record] = await readExcelFile(Buffer.from(file))
  if (!overview || !record) throw new Error('a sheet is missing')
  return { overview: overview.data, record: record.data, names: [overview.sheet, record.sheet] }
}

/** The text of a PDF without white space, which depends on line breaks. */
async function pdfText(file: Uint8Array): Promise<{ pages: string[]; all: string }> {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(bare(items.map((item) => ('str' in item ? item.str : '')).join('')))
  }
  return { pages, all: pages.join('') }
}

function bare(text: string): string {
  return text.normalize('NFC').replace(/\s/g, '')
}

describe('the printed workbook', () => {
  test('[REP-8] is as wide as the page, with its head on every page', async () => {
    const parts = unzipSync(await overviewExcel(opening.state, options))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    expect(sheet).toMatch(/<pageSetup [^>]*fitToWidth="1"[^>]*fitToHeight="0"/)
    const book = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())
    expect(book).toContain('localSheetId="0">\'开标一览表\'!$1:$3</definedName>')
  })

  test('[REP-8] gives a row the height of its longest text, and prints many columns on A3', async () => {
    const sheetOf = async (state: SessionState) =>
      strFromU8(
        unzipSync(await overviewExcel(state, options))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
      )
    const columns = Array.from({ length: 12 }, (_, i) => ({
      ...{ key: `price${i}`, title: { zh: `第${i}项报价`, en: `Price ${i}` }, unit: '元', decimals: 2 },
      ...{ kind: 'money' as const, required: false },
    }))
    const figures = Object.fromEntries(columns.map(({ key }) => [key, '1128345678.10']))
    const names = ['甲公司', '华东路桥市政园林水利水电建筑安装装饰工程（集团）股份有限责任公司第十七分公司']
    const bids = names.map((name) => ({ name, figures }))
    const wide = await sheetOf(openingOf(bids, 'announced', { columns }).state)
    const heights = [...wide.matchAll(/<row r="[45]" ht="(\d+)"/g)].map(([, height]) => Number(height))
    expect(heights).toEqual([18, 32])
    // Its titles are as wide as their columns, and bold.
    expect(wide).toMatch(/<row r="3" ht="32"/)
    expect(wide).toContain('paperSize="8"')
    expect(await sheetOf(opening.state)).toContain('paperSize="9"')
  })

  test('[REP-8] has the envelope in its title and in the names of its sheets', async () => {
    const { state } = openingOf([{ name: '甲公司', figures: null }], 'submitted', twoFiles)
    expect(overviewReport(state, options).title).toBe('开标一览表（第一信封）')
    const { names } = await sheetsOf(await overviewExcel(state, options))
    expect(names).toEqual(['开标一览表 第一信封', '电子签名与记录 第一信封'])
  })
})

describe('the overview as Excel', () => {
  test('[REP-1] holds every bidder with every figure to the last digit', async () => {
    const { overview } = await sheetsOf(await overviewExcel(opening.state, options))
    const rows = overview.slice(3)
    expect(rows.map((row) => row[1])).toEqual(bids.slice(0, 7).map((bid) => bid.name))
    expect(rows.map((row) => row[3])).toEqual([
      1553059196991,
      0.000001,
      '999999999999999999.999999',
      null,
      null,
      '123456789012345678',
      500,
    ])
    expect(rows[0]?.slice(0, 9)).toEqual([
      1,
      jointVenture,
      'B0001',
      1553059196991,
      180,
      '王小明',
      '正常',
      null,
      '已确认',
    ])
  })

  test('has every price of 500 real bids', async () => {
    const { many, state } = realOpening()
    expect(many).toHaveLength(500)
    const { overview } = await sheetsOf(await overviewExcel(state, options))
    const shown = overview.slice(3).map((row) => [row[1], Number(row[3]).toFixed(1)])
    expect(shown).toEqual(many.map((bid) => [bid.name, Number(bid.figures?.price).toFixed(1)]))
  })

  test('[REP-1] names the cause of a failed bid and the note of an invalid one', async () => {
    const { overview } = await sheetsOf(await overviewExcel(opening.state, options))
    expect(overview[6]?.[6]).toBe('投标文件撤销：未在规定时间内解密')
    expect(overview[7]?.[6]).toBe('投标文件撤回：投标文件已损坏')
    expect(overview[8]?.[6]).toBe('无效标：未递交保证金')
  })

  test('[REP-1] [END-31] lists given and missing signatures and the digest on the second sheet', async () => {
    const { state } = opening
    const { record, names } = await sheetsOf(await overviewExcel(state, options))
    expect(names).toEqual(['开标一览表', '电子签名与记录'])
    const pairs = Object.fromEntries(record.map((row) => [row[0], row[1]]))
    expect(pairs).toMatchObject({
      唱标人: '刘唱标',
      监督人: '陈监督',
      '开标记录摘要（SHA-256）': state.signing?.recordHash,
      开标日志末条序号: state.seq,
    })
    const signatures = record.slice(record.findIndex((row) => row[0] === '电子签名') + 2)
    expect(signatures[0]?.slice(0, 3)).toEqual([null, `开标人：${state.tender?.agency}`, '未签名'])
    expect(signatures[1]?.slice(0, 4)).toEqual([1, jointVenture, '投标人1', `0001${'ab'.repeat(30)}`])
    expect(signatures[5]?.slice(1, 3)).toEqual(['=1+1', '未签名'])
  })

  test('never turns a text into a formula', async () => {
    const files = unzipSync(await overviewExcel(opening.state, options))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).not.toContain('<f>')
    expect(sheet).toMatch(/<c r="B10"[^>]* t="s"/)
    expect(sheet).toMatch(/<c r="F10"[^>]* t="s"/)
    expect(sheet).toMatch(/<c r="H10"[^>]* t="s"/)
  })
})

describe('the signature of the opener', () => {
  const state = stateAfter([...histories.signing(), histories.openerSignature])
  const unit = state.tender?.agency ?? ''

  test('[END-22] stands in the workbook on a line of its own', async () => {
    const { record } = await sheetsOf(await overviewExcel(state, options))
    const signatures = record.slice(record.findIndex((row) => row[0] === '电子签名') + 2)
    expect(signatures[0]?.slice(0, 4)).toEqual([
      ...[null, `开标人：${unit}`, '投标人9', `0009${'ab'.repeat(30)}`],
    ])
    expect(signatures[1]?.slice(0, 3)).toEqual([1, '投标人1', '未签名'])
  })

  test('[END-22] stands in the PDF, in both languages', async () => {
    const { all } = await pdfText(await overviewPdf(state, options))
    expect(all).toContain(bare(`开标人：${unit}`))
    expect(all).toContain('0009abababababab')
    const english = await pdfText(await overviewPdf(state, { ...options, language: 'en' }))
    expect(english.all).toContain(bare(`Opener: ${unit}`))
    // Units are in the report's language, too.
    expect([all.includes('（元）'), english.all.includes('(yuan)')]).toEqual([true, true])
    expect(english.all).not.toContain('元')
  })
})

describe('a figure as an Excel cell', () => {
  test.each([
    ['1553059196991.0', 1553059196991, '#,##0.0'],
    ['0.000001', 0.000001, '#,##0.000000'],
    ['0.10', 0.1, '#,##0.00'],
    ['0', 0, '#,##0'],
    ['123456789012345', 123456789012345, '#,##0'],
    ['12345678901234.600000', 12345678901234.6, '#,##0.000000'],
  ])('shows %s as a number with its decimals', (value, number, format) => {
    expect(figureCell(value)).toMatchObject({ value: number, type: Number, format })
  })

  test.each(['1234567890123456', '0.1234567890123456', '007', '180 天', ''])('keeps %s as text', (value) => {
    expect(figureCell(value)).toMatchObject({ value, type: String })
  })
})

describe('the overview as PDF', () => {
  test('[REP-1] says who took part, what they bid and what became of every bid', async () => {
    const { state } = opening
    const { all } = await pdfText(await overviewPdf(state, options))
    for (const { name, figures, fails } of bids.slice(0, 7)) {
      expect(all).toContain(bare(name))
      for (const value of Object.values(figures ?? {})) {
        if (fails) expect(all).not.toContain(figureText('money', value))
        else expect(all).toContain(bare(figureText('money', value)))
      }
    }
    for (const words of [
      '开标一览表',
      'HN-2026-0101-01',
      '郑州市东风渠综合治理工程施工一标段',
      '2026-03-0209:30:00',
      '刘唱标',
      '周记录',
      '陈监督',
      '投标文件撤销：未在规定时间内解密',
      '投标文件撤回：投标文件已损坏',
      '无效标：未递交保证金',
      '-暂列金额',
      '开标过程无异常。',
      '0001abababababab',
      '未签名',
      '第1页/共2页',
      state.signing?.recordHash ?? 'no hash',
    ]) {
      expect(all).toContain(words)
    }
    expect(all).not.toContain('未投标有限公司')
  })

  test('has all of 500 bidders and prices, with the table head on every page', async () => {
    const { many, state } = realOpening()
    const { all, pages } = await pdfText(await overviewPdf(state, options))
    for (const { name, figures } of many) {
      expect(all).toContain(bare(name))
      expect(all).toContain(figureText('money', figures?.price ?? ''))
    }
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.slice(0, -1).filter((page) => !page.includes('序号投标人'))).toEqual([])
  })

  test('breaks forty columns into tables that repeat the bidder', async () => {
    const columns = Array.from({ length: 40 }, (_, i) => ({
      key: `c${i}`,
      title: { zh: `第${i}项`, en: `Item ${i}` },
      kind: 'money' as const,
      decimals: 2,
    }))
    const figures = Object.fromEntries(columns.map(({ key }, i) => [key, `${1000 + i}00000000.25`]))
    const { state } = openingOf([{ name: '甲公司', figures }], 'announced', { columns })
    const { all } = await pdfText(await overviewPdf(state, options))
    for (const value of Object.values(figures)) expect(all).toContain(figureText('money', value))
    expect(all.split('甲公司').length - 1).toBeGreaterThan(3)
  })

  test('is in English on request', async () => {
    const { all } = await pdfText(
      await overviewPdf(opening.state, { ...options, language: 'en', timeZone: 'UTC' }),
    )
    expect(all).toContain('BidOpeningOverview')
    expect(all).toContain('Bidrevoked:notdecryptedintime')
    expect(all).toContain('2026-03-0201:30:00')
  })
})

describe('the table in the PDF', () => {
  test('[REP-8] has texts in more lines before its last column stands in a table of its own', async () => {
    const title = (zh: string, en: string) => ({ zh, en })
    const columns = [
      { key: 'price', title: title('投标报价', 'Bid price'), kind: 'money' as const, unit: '元' },
      { key: 'days', title: title('工期', 'Duration'), kind: 'integer' as const, unit: '日历天' },
      { key: 'quality', title: title('质量目标', 'Quality target'), kind: 'text' as const },
      { key: 'manager', title: title('项目经理', 'Project manager'), kind: 'text' as const },
    ]
    const figures = { price: '4200000.00', days: '300', quality: '合格', manager: '王小明' }
    const plans = [
      { name: '甲公司', figures, invalid: '未递交投标保证金，资格审查不合格', remark: '报价含暂列金额' },
    ]
    const { state } = openingOf(plans, 'ended', { columns })
    const deposits = { B0001: '已缴纳' }
    const { all } = await pdfText(await overviewPdf(state, { ...options, language: 'en', deposits }))
    expect(all).toContain('BidsecurityResultofopeningRemarkConfirmation1甲公司')
  })
})

describe('the overview before its time', () => {
  test('[SES-14] has no figure before the announcement', () => {
    const report = JSON.stringify(overviewReport(openingOf(bids, 'decrypted').state, options))
    expect(report).toContain(jointVenture)
    for (const { figures } of bids) if (figures) expect(report).not.toContain(figures.price)
  })

  test.each([
    ['zh-CN', '解密'],
    ['en', 'Decryption window'],
  ] as const)('an import under way has a beginning and no end yet (%s)', (language, label) => {
    const importing = [
      ...histories.entered({ encrypted: false }),
      histories.frozen,
      event('BidImportStarted', {}),
    ]
    const decryptionOf = (events: readonly SessionEvent[]) =>
      overviewReport(stateAfter(events), { ...options, language }).facts.find(([name]) =>
        name.includes(label),
      )?.[1]
    const time = '\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}'
    expect(decryptionOf(importing)).toMatch(new RegExp(`^${time}$`))
    const ended = [...importing, event('DecryptionClosed', { cause: 'import-ended' })]
    expect(decryptionOf(ended)).toMatch(new RegExp(`^${time} (至|to) ${time}`))
  })

  test('names no bidder before the bids are frozen', () => {
    const report = overviewReport(openingOf(bids, 'submitted').state, options)
    expect(report.rows).toEqual([])
    expect(JSON.stringify(report)).not.toContain(jointVenture)
  })

  test('[DEP-4] has the payment status of the deposits where there is any', () => {
    const titlesOf = (deposits: Record<string, string>) =>
      overviewReport(opening.state, { ...options, deposits }).columns.map(({ title }) => title)
    expect(titlesOf({ B0001: '' })).not.toContain('保证金缴纳情况')
    expect(titlesOf({ B0001: '已缴纳' }).at(-1)).toBe('保证金缴纳情况')
    const { rows } = overviewReport(opening.state, { ...options, deposits: { B0001: '已缴纳' } })
    expect(rows.slice(0, 2).map(({ figures }) => figures.at(-1))).toEqual(['已缴纳', ''])
  })

  test('lists no signatures before signing is ordered', () => {
    const report = overviewReport(openingOf(bids, 'confirmed').state, options)
    expect(report.signatures).toEqual([])
    expect(report.recordHash).toBeNull()
  })
})

test('[REP-12] an overview that is not filed says that it is preliminary, as PDF and in Excel', async () => {
  const note = '预览件：未归档，以归档版本为准。'
  const { state } = opening
  for (const preliminary of [false, true]) {
    const { all } = await pdfText(await overviewPdf(state, { ...options, preliminary }))
    const { overview } = await sheetsOf(await overviewExcel(state, { ...options, preliminary }))
    expect(all.includes(note)).toBe(preliminary)
    expect(JSON.stringify(overview?.[1]).includes(note)).toBe(preliminary)
  }
})
