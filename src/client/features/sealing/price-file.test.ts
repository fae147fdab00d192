import { expect, test } from 'vitest'
import { sheetsOf } from '#domain/tender/price-sheets.ts'
import { columnSchema } from '#domain/tender/tender.ts'
import { priceFileOf, readPrices } from './price-file.ts'

const item = (key: string, zh: string, required = true) =>
  columnSchema.parse({
    ...{ key, title: { zh, en: zh }, kind: 'money', unit: '元', required },
    item: { sheet: '土建', measure: 'm³', quantity: '12.5' },
  })
const items = [item('earth', '挖土方, "三类"'), item('concrete', '混凝土'), item('spare', '备用', false)]
const head = ['编号', '清单', '项目', '单位', '工程量', '综合单价']

test('[TEN-15] a file of prices that was written is read again, filled in by any spreadsheet', () => {
  const empty = priceFileOf(sheetsOf(items), {}, 'zh', head)
  expect(empty.split('\r\n')[1]).toBe('earth,土建,"挖土方, ""三类""",m³,12.5,')
  expect(readPrices(empty, items).missing.map(({ key }) => key)).toEqual(['earth', 'concrete'])
  const filled = empty.replace(/12\.5,\r\n/g, '12.5,"1,280.50"\r\n')
  const { prices, badLines, missing } = readPrices(filled, items)
  expect(prices).toEqual({ earth: '1280.50', concrete: '1280.50', spare: '1280.50' })
  expect([badLines, missing]).toEqual([[], []])
  expect(readPrices('earth;8\nconcrete\t9', items).prices).toEqual({ earth: '8', concrete: '9' })
})

test('[TEN-15] lines with unknown or repeated items, or prices that are none, are named', () => {
  const { prices, badLines } = readPrices('编号,价\nearth,1\nearth,2\nsteel,3\nconcrete,-4\n\nspare,', items)
  expect(prices).toEqual({ earth: '1' })
  expect(badLines).toEqual([3, 4, 5])
})

test('[TEN-15] no text of the tender becomes a formula', () => {
  const formula = [item('earth', '=1+1')]
  expect(priceFileOf(sheetsOf(formula), {}, 'zh', head)).toContain(' =1+1')
})
