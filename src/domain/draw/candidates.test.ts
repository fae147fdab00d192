import { describe, expect, test } from 'vitest'
import { tender } from '#test/support/sample-tender.ts'
import { candidatesOf, mostCandidates, savedValue } from './candidates.ts'
import type { DrawParameter } from './kinds.ts'
import { proposedRange } from './parameters.ts'

const sample = tender()

function of(parameter: DrawParameter, start: string, end: string, interval: string) {
  const result = candidatesOf(parameter, { start, end, interval }, sample)
  return result.ok ? result.value : result.error.code
}

describe('the range of F', () => {
  test.each([
    [1, 51, '8', '12'],
    [2, 51, '10', '14'],
    [4, 31, '0', '3'],
  ] as const)('[DRW-2] has its proposal for industry category %i', (industryCategory, count, first, last) => {
    const range = proposedRange('fValue', tender({ evaluation: { industryCategory } }))
    const result = candidatesOf('fValue', range, sample)
    if (!result.ok) throw new Error(result.error.code)
    expect(result.value).toHaveLength(count)
    expect([result.value[0], result.value.at(-1)]).toEqual([first, last])
  })

  test('[DRW-2] is the tender’s own where it has one, and missing where neither is known', () => {
    const range = { start: '8.08', end: '12', interval: '0.08' }
    expect(
      proposedRange('fValue', tender({ evaluation: { industryCategory: 1, ranges: { fValue: range } } })),
    ).toEqual(range)
    expect(proposedRange('fValue', sample)).toBeNull()
  })

  test('[DRW-7] has exact decimals and includes an end that the interval does not lead to', () => {
    expect(of('fValue', '8', '8.3', '0.1')).toEqual(['8', '8.1', '8.2', '8.3'])
    expect(of('fValue', '8.08', '8.2', '0.08')).toEqual(['8.08', '8.16', '8.2'])
    expect(of('fValue', ' 0 ', '10', '10')).toEqual(['0', '10'])
  })

  test.each([
    ['', '12', '0.08'],
    ['8', '', '0.08'],
    ['8', '12', ''],
    ['8', '12', 'x'],
    ['8', '1e1', '1'],
    ['8,5', '12', '1'],
    ['8', '12', '0.005'],
    ['Infinity', '12', '1'],
  ])('[DRW-4] needs start, end and interval: %s to %s by %s', (start, end, interval) => {
    expect(of('fValue', start, end, interval)).toBe('draw-values-invalid')
  })

  test.each(['0', '-0.08', '10.01', '11'])('[DRW-5] refuses an interval of %s', (interval) => {
    expect(of('fValue', '8', '12', interval)).toBe('draw-interval-invalid')
  })

  test.each([
    ['12', '8'],
    ['8', '8'],
    ['-1', '8'],
    ['-2', '-1'],
  ])('[DRW-6] refuses a range from %s to %s', (start, end) => {
    expect(of('fValue', start, end, '0.08')).toBe('draw-range-invalid')
  })

  test('[DRW-7] has at most 1000 candidates', () => {
    expect(of('fValue', '0', '9.99', '0.01')).toHaveLength(mostCandidates)
    expect(of('fValue', '0', '10', '0.01')).toBe('draw-too-many')
    expect(of('fValue', '0', '999999999', '0.01')).toBe('draw-too-many')
  })
})

test('[DRW-3] the base-price factor lies between 0 and 5', () => {
  expect(of('basePriceFactor', '0', '5', '1')).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(of('basePriceFactor', '0', '6', '1')).toBe('draw-range-invalid')
})

test('[DRW-3] a random index is a whole number', () => {
  expect(of('randomIndex', '1', '4', '1')).toEqual(['1', '2', '3', '4'])
  expect(of('randomIndex', '1', '4', '0.5')).toBe('draw-values-invalid')
})

test('[DRW-1] listed parameters are drawn from their list, whatever is typed', () => {
  const typed = { start: '1', end: '9', interval: '1' }
  const listed = (parameter: DrawParameter, of = sample) => {
    const result = candidatesOf(parameter, typed, of)
    return result.ok ? result.value : null
  }
  expect(listed('a')).toEqual(['0.7', '0.8', '0.9'])
  expect(listed('g')).toEqual(['3', '4', '5'])
  expect(listed('beta')).toEqual(['1', '1.5', '2', '2.5', '3'])
  expect(listed('k')).toEqual(['20', '30', '40', '50'])
  expect(listed('fallRate')).toEqual(['1', '0.5', '0', '-0.5', '-1'])
  expect(listed('fallRate', tender({ specialty: 3, industry: 13 }))).toEqual(['0', '1', '2', '3'])
})

test('[DRW-3] the coefficient is drawn from 0.97, 0.98, 0.99 unless another range is typed', () => {
  const result = candidatesOf('benchmarkCoefficient', proposedRange('benchmarkCoefficient', sample), sample)
  expect(result).toEqual({ ok: true, value: ['0.97', '0.98', '0.99'] })
})

test('[DRW-8] F is saved as a fraction with four decimals, everything else as drawn', () => {
  expect(savedValue('fValue', '8.08')).toBe('0.0808')
  expect(savedValue('fValue', '12')).toBe('0.1200')
  expect(savedValue('fValue', '0.1')).toBe('0.0010')
  expect(savedValue('g', '3')).toBe('3')
})
