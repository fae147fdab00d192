import { describe, expect, test } from 'vitest'
import { numeralClips, readAmount, readAmountsIn, readCount, readDecimal } from './numerals.ts'

describe('numbers are read as in speech', () => {
  test.each([
    ['0', '零'],
    ['000', '零'],
    ['2', '二'],
    ['10', '十'],
    ['12', '十二'],
    ['20', '二十'],
    ['100', '一百'],
    ['105', '一百零五'],
    ['110', '一百一十'],
    ['200', '二百'],
    ['1000', '一千'],
    ['1005', '一千零五'],
    ['2000', '两千'],
    ['10010', '一万零一十'],
    ['20500', '两万零五百'],
    ['22222', '两万二千二百二十二'],
    ['100000', '十万'],
    ['120034', '十二万零三十四'],
    ['2001000', '二百万一千'],
    ['20000300', '两千万零三百'],
    ['100000001', '一亿零一'],
    ['101010000', '一亿零一百零一万'],
    ['120000000', '一亿二千万'],
    ['200000000', '两亿'],
    ['2000000000000', '两万亿'],
    ['9999999999999999', '九千九百九十九万九千九百九十九亿九千九百九十九万九千九百九十九'],
    ['10000000000000000', '一亿亿'],
    ['8.08', '八点零八'],
    ['0.05', '零点零五'],
    ['12.50', '十二点五零'],
    ['2.00', '二点零零'],
    ['1234567.89', '一百二十三万四千五百六十七点八九'],
    ['1,234', '1,234'],
    ['-0.5', '负零点五'],
  ])('%s', (number, read) => {
    expect(readDecimal(number)).toBe(read)
  })

  test('2 before a measure word is 两, but not at the end of a longer number', () => {
    expect([2, 12, 20, 2000].map(readCount)).toEqual(['两', '十二', '二十', '两千'])
  })

  test.each([
    ['1234567.89', '元', '一百二十三万四千五百六十七点八九元'],
    ['2', '元', '两元'],
    ['2.5', '万元', '二点五万元'],
    ['12.5', '%', '百分之十二点五'],
    ['0', '%', '百分之零'],
  ])('%s %s', (value, unit, read) => {
    expect(readAmount(value, unit)).toBe(read)
  })
})

test.each([
  ['报价20,000,300元', '报价两千万零三百元'],
  ['（1,234.50）', '（一千二百三十四点五零）'],
  ['共12,345家', '共一万二千三百四十五家'],
  ['1,23 12,3456 1234,567 0.123,456 2026', '1,23 12,3456 1234,567 0.123,456 2026'],
])('amounts in groups of three within a text are read: %s', (text, read) => {
  expect(readAmountsIn(text)).toBe(read)
})

test('clips join a digit with its unit, and 一 has the tone of its place', () => {
  expect(numeralClips('一百二十三万四千五百点八九元')).toEqual([
    '一百',
    '二十',
    '三',
    '万',
    '四千',
    '五百',
    '点',
    '八',
    '九',
    '元',
  ])
  expect(numeralClips('一万')).toEqual(['一万'])
  expect(numeralClips('十一万')).toEqual(['十', '一', '万'])
  expect(numeralClips('百分之两千万元')).toEqual(['百分之', '两千', '万元'])
})
