import { describe, expect, test } from 'vitest'
import { countNumerals, numeralsOf } from './numerals.ts'

describe('numbers are read as they are said', () => {
  test.each([
    [0, '零'],
    [2, '二'],
    [10, '十'],
    [12, '十二'],
    [20, '二十'],
    [30, '三十'],
    [100, '一百'],
    [105, '一百零五'],
    [110, '一百一十'],
    [1000, '一千'],
    [1005, '一千零五'],
    [1440, '一千四百四十'],
    [10_010, '一万零一十'],
    [20_500, '二万零五百'],
    [100_000, '十万'],
    [120_034, '十二万零三十四'],
    [100_000_001, '一亿零一'],
    [12.5, '十二点五'],
    [0.05, '零点零五'],
  ])('%d', (number, said) => {
    expect(numeralsOf(number).join('')).toBe(said)
  })

  test('two of something is 两', () => {
    expect(countNumerals(2)).toEqual(['两'])
    expect(countNumerals(12).join('')).toBe('十二')
  })
})
