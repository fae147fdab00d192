import { strFromU8, unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { figuresOf } from '#test/domain/sample-actors.ts'
import { openingOf } from '#test/domain/session.ts'
import { tenderInput } from '#test/support/sample-tender.ts'
import { certificatesExcel } from './certificate-sheet.ts'
import { sheetExcel } from './sheet-excel.ts'
import { signInSheet } from './sign-in-sheet.ts'
import { unitPriceSheet } from './unit-price-sheet.ts'

const options = {
  language: 'zh-CN',
  timeZone: 'Asia/Shanghai',
  now: Date.parse('2026-03-02T03:00:00Z'),
} as const
const earth = {
  ...{ key: 'earth', title: { zh: '挖土方', en: 'Excavation' }, kind: 'money' as const, unit: '元' },
  item: { sheet: '土方', measure: 'm³', quantity: '12.5' },
}
const columns = [...(tenderInput().columns ?? []), earth]
const bids = [{ name: '=1+1', figures: { ...figuresOf(1), earth: '271.82' } }]
const { state } = openingOf(bids, 'announced', { columns })

async function cellsOf(file: Uint8Array) {
  const [sheet] = await readExcelFile(Buffer.from(file))
  return sheet?.data ?? []
}

test('[REP-14] the unit prices have numbers in Excel, exact and with their head in row 3', async () => {
  const sheet = unitPriceSheet(state, options)
  const [title, , head, row] = await cellsOf(await sheetExcel(sheet, options))
  expect([title?.[0], head]).toEqual([sheet.title, sheet.columns.map((column) => column.title)])
  expect(row).toEqual(expect.arrayContaining(['挖土方', 12.5, 271.82, 3397.75]))
})

test('[REP-14] no text of a sheet becomes a formula, and the head is printed on every page', async () => {
  const parts = unzipSync(await sheetExcel(signInSheet(state, options), { ...options, preliminary: true }))
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  expect(text('xl/sharedStrings.xml')).toContain('=1+1')
  expect(text('xl/worksheets/sheet1.xml')).not.toContain('<f>')
  expect(text('xl/workbook.xml')).toContain('$1:$3')
})

test('[REP-14] the CA report has every bidder in Excel', async () => {
  const cells = (await cellsOf(await certificatesExcel(state, options))).flat()
  expect(cells).toContain('=1+1')
})
