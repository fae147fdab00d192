import { expect, test } from 'vitest'
import { missingCells } from './excel-rows.ts'

const rows = [
  ['序号', '投标人', '金额'],
  ['1', '甲公司', '500000.5'],
  ['2', '乙公司', '1.00'],
  ['合计', '乙公司', '3'],
]

test('a cell is found in any row of its bidder, as text or as the same number', () => {
  expect(missingCells(rows, '甲公司', ['500000.50'])).toEqual([])
  expect(missingCells(rows, '乙公司', ['1', '3.00'])).toEqual([])
})

test('another bidder’s cell and another number are missing, and so is a row', () => {
  expect(missingCells(rows, '乙公司', ['500000.50', '1'])).toEqual(['500000.50'])
  expect(missingCells(rows, '甲公司', ['500000.51'])).toEqual(['500000.51'])
  expect(missingCells(rows, '丙公司', [])).toBeNull()
})
