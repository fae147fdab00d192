import { expect, test } from 'vitest'
import { compareRows } from './compare-documents.ts'
import { rowTexts } from './row-texts.ts'

test('a row goes from a name to the next one; parts of a split table stand together', () => {
  const text = '序号投标人报价1甲建设20.002甲建设集团30.00第2页1甲建设90天2甲建设集团80天'
  const rows = rowTexts(text, ['甲 建设', '甲建设集团'])
  expect(rows.get('甲建设')).toBe(' 甲建设20.002 甲建设90天2')
  expect(rows.get('甲建设集团')).toBe(' 甲建设集团30.00第2页1 甲建设集团80天')
  expect(rowTexts(text, ['乙路桥']).size).toBe(0)
})

test('exchanged figures are found, and a bidder without a row', () => {
  const bid = (name: string, price: string) => ({
    ...{ code: name, name, figures: { price }, certificatePem: '', deposit: '1.00' },
    contact: { touBiao_DaiBiao: '', touBiao_DaiBiao_DianHua: '' },
  })
  const bids = [bid('甲建设', '20.00'), bid('乙路桥', '30.00')]
  const found = (text: string) =>
    compareRows('overview', text, { bids, columns: [] }, ({ figures }) => [figures.price ?? ''])
  expect(found('1甲建设20.002乙路桥30.00')).toEqual([])
  expect(found('1甲建设30.002乙路桥20.00')).toEqual([
    'overview: the row of 甲建设 has no 20.00',
    'overview: the row of 乙路桥 has no 30.00',
  ])
  expect(found('1甲建设20.00')).toEqual(['overview: 乙路桥 has no row'])
})
