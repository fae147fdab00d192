import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { stateAfter } from '#test/domain/given.ts'
import * as histories from '#test/domain/histories.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { certificatesPdf } from './certificate-sheet.ts'
import { depositSheet } from './deposit-sheet.ts'
import { sheetPdf } from './sheet-pdf.ts'
import { signInSheet } from './sign-in-sheet.ts'

const options = { language: 'zh-CN', timeZone: 'Asia/Shanghai', now: Date.UTC(2026, 2, 2) } as const
const state = stateAfter(histories.submitted())

async function textOf(bytes: Uint8Array): Promise<{ text: string; lines: string; width: number }> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join('')
  const lines = new Map<number, string>()
  for (const item of items) {
    if (!('str' in item)) continue
    const height = Math.round(item.transform[5])
    lines.set(height, (lines.get(height) ?? '') + item.str)
  }
  return { text, lines: [...lines.values()].join('\n'), width: page.getViewport({ scale: 1 }).width }
}

function deposits(account = '6222 0000') {
  const bidder = state.bidders[bidderCode(1)]
  if (!bidder) throw new Error('no bidder')
  const names = { accountName: '投标人1', accountCode: bidderCode(1) }
  const paid = { amount: '50000.00', account, receiptNumber: 'HZ-1', mode: '转账' }
  const reported = { bound: null, applyResult: null, status: '已缴纳', remark: '' }
  const rest = { ...reported, arrivedAt: '2026-03-01 10:00:00' }
  return depositSheet(state, [{ bidder, bidFileId: null, ...names, ...paid, ...rest }], options)
}

test('[DEP-3] the deposit report has every row, with the time of arrival', async () => {
  const { text, width } = await textOf(await sheetPdf(deposits(), options))
  for (const said of ['投标保证金情况表', '投标人1', '50,000.00', '6222 0000', 'HZ-1', '已缴纳'])
    expect(text).toContain(said)
  expect(text).toContain('2026-03-01 10:00:00')
  // Nine columns lie.
  expect(width).toBeGreaterThan(800)
})

test('columns that are as wide as their content do not break in it', async () => {
  const { lines } = await textOf(await sheetPdf(deposits('622202020001234567890123456789'), options))
  for (const whole of ['序号', '缴纳方式', '缴纳状态', '已缴纳', '转账', '2026-03-01 10:00:00'])
    expect(lines).toContain(whole)
  const report = await textOf(await certificatesPdf(state, options))
  for (const whole of ['序号', '有效期', '用途', '核验结果', '证书无法读取'])
    expect(report.lines).toContain(whole)
})

test('a sheet without rows says so, and stands where its columns are few', async () => {
  const sheet = deposits()
  const { text, width } = await textOf(
    await sheetPdf({ ...sheet, columns: sheet.columns.slice(0, 4), rows: [] }, options),
  )
  expect(text).toContain('没有投标人。')
  expect(width).toBeLessThan(600)
})

test('[TAB-2] [CER-4] the sign-in sheet and the CA report are printed with every bidder', async () => {
  const signIn = await textOf(await sheetPdf(signInSheet(state, options), options))
  expect(signIn.text).toContain('投标人签到表')
  expect(signIn.text).toContain('投标人3')
  const certificates = await textOf(await certificatesPdf(state, options))
  expect(certificates.text).toContain('CA报告')
  expect(certificates.text).toContain('证书无法读取')
})
