import { describe, expect, test } from 'vitest'
import { type Priced, pricedState } from '#test/base-price/priced-state.ts'
import { bidderCode } from '#test/domain/sample-actors.ts'
import { type tender, tenderInput } from '#test/support/sample-tender.ts'
import { missingDraw } from '../draw/needed.ts'
import { tenderSchema } from '../tender/tender.ts'
import { calculateBasePrice } from './calculate.ts'
import { startsReviewGroup } from './review-group.ts'
import type { Calculation } from './working.ts'

function calculated(priced: Priced): Calculation {
  const result = calculateBasePrice(pricedState(priced))
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

function refused(priced: Priced): string {
  const result = calculateBasePrice(pricedState(priced))
  return result.ok ? result.value.price : result.error.code
}

const places = (priced: Priced) => calculated(priced).bids.map(({ place }) => place)

describe('the mean of the prices', () => {
  test('[BAS-4] is rounded half up to six decimals, the base price to the decimals of the rule', () => {
    const { price, steps } = calculated({ bids: ['100', '100', '101'] })
    expect(steps.map(({ label, result }) => [label, result])).toEqual([
      ['sum', '301'],
      ['mean', '100.333333'],
      ['round', '100.33'],
    ])
    expect(price).toBe('100.33')
    expect(calculated({ bids: ['0.01', '0.00'] }).price).toBe('0.01')
    expect(calculated({ bids: ['100', '101'], rule: { decimals: 0 } }).price).toBe('101')
  })

  test('[BAS-4] is exact with prices of 18 digits', () => {
    const bids = ['999999999999999999.999999', '999999999999999999.999997']
    expect(calculated({ bids }).steps[1]?.result).toBe('999999999999999999.999998')
  })

  test('[BAS-1] is the arithmetic mean, the median or the lowest price', () => {
    const bids = ['90', '100', '140', '170']
    expect(calculated({ bids }).price).toBe('125.00')
    expect(calculated({ bids, rule: { mean: 'median' } }).price).toBe('120.00')
    expect(calculated({ bids: bids.slice(1), rule: { mean: 'median' } }).price).toBe('140.00')
    expect(calculated({ bids, rule: { mean: 'lowest' } }).price).toBe('90.00')
  })

  test('[BAS-3] leaves out a fifth on each side, rounded down, from five bids on', () => {
    const rule = { trimmed: true }
    expect(places({ rule, bids: ['1', '2', '3', '4'] })).toEqual(Array(4).fill('counted'))
    expect(places({ rule, bids: ['5', '1', '3', '2', '4'] })).toEqual([
      'top',
      'bottom',
      'counted',
      'counted',
      'counted',
    ])
    const nine = places({ rule, bids: Array.from({ length: 9 }, (_, i) => `${i + 1}`) })
    expect(nine.filter((place) => place === 'counted')).toHaveLength(7)
    const ten = places({ rule, bids: Array.from({ length: 10 }, (_, i) => `${i + 1}`) })
    expect(ten.filter((place) => place === 'bottom')).toHaveLength(2)
    expect(ten.filter((place) => place === 'top')).toHaveLength(2)
    expect(places({ bids: ['1', '2', '3', '4', '5'] })).toEqual(Array(5).fill('counted'))
  })

  test('[BAS-3] counts only the bids that take part for the five', () => {
    expect(places({ rule: { trimmed: true }, bids: ['1', '2', '3', '4', null] })).toEqual([
      ...Array(4).fill('counted'),
      null,
    ])
  })
})

describe('the steps of a rule', () => {
  test('[BAS-1] multiply, lower, raise and blend with drawn and fixed numbers', () => {
    const { price, steps } = calculated({
      bids: ['1000', '1200'],
      tender: { ceilingPrice: '1500' },
      drawn: { k: '40', k1: '0.95', fallRate: '-0.5' },
      rule: {
        steps: [
          { kind: 'multiply', by: { drawn: 'k1' } },
          { kind: 'blend', weight: { drawn: 'k', unit: 'percent' }, ceilingTimes: { fixed: '0.9' } },
          { kind: 'lower', by: { drawn: 'fallRate', unit: 'percent' } },
          { kind: 'raise', by: { fixed: '1', unit: 'percent' } },
        ],
      },
    })
    // 1100 × 0.95 = 1045; 1045 × 0.4 + 1500 × 0.9 × 0.6 = 1228; × 1.005; × 1.01
    expect(steps.map(({ result }) => result)).toEqual([
      '2200',
      '1100',
      '1045',
      '1228',
      '1234.14',
      '1246.4814',
      '1246.48',
    ])
    expect(steps[3]?.operands).toMatchObject([
      { name: 'value', value: '1045' },
      { name: 'weight', value: '40', unit: 'percent', parameter: 'k' },
      { name: 'ceiling', value: '1500' },
      { name: 'ceiling-factor', value: '0.9' },
    ])
    expect(price).toBe('1246.48')
  })

  test('[BAS-1] need what they name: a drawn parameter, a ceiling price', () => {
    const bids = ['1000']
    const lowered: Priced['rule'] = { steps: [{ kind: 'lower', by: { drawn: 'j' } }] }
    expect(refused({ bids, rule: lowered })).toBe('draw-j-missing')
    expect(missingDraw(pricedState({ bids, rule: lowered }))?.code).toBe('draw-j-missing')
    const blended: Priced['rule'] = { steps: [{ kind: 'blend', weight: { fixed: '0.4' } }] }
    const { ceilingPrice: _none, ...without } = tenderInput()
    const state = pricedState({ bids, rule: blended })
    state.tender = tenderSchema.parse({ ...without, evaluation: { basePrice: blended } })
    expect(calculateBasePrice(state)).toMatchObject({ error: { code: 'base-price-ceiling-missing' } })
  })

  test('[BAS-4] that come to a negative price are refused', () => {
    const rule: Priced['rule'] = { steps: [{ kind: 'lower', by: { fixed: '2' } }] }
    expect(refused({ bids: ['1000'], rule })).toBe('base-price-negative')
  })
})

describe('the bids', () => {
  const whys = (priced: Priced) => calculated(priced).bids.map(({ why, takesPart }) => [why, takesPart])

  test('[BAS-2] that are invalid, unopened or without a price take no part', () => {
    expect(whys({ bids: ['1', '2', null, { days: '1' }], invalid: [2] })).toEqual([
      ['rule', true],
      ['invalid', false],
      ['not-opened', false],
      ['no-price', false],
    ])
  })

  test('[BAS-2] above the ceiling price take no part where the rule says so', () => {
    const priced = { bids: ['100', '100.01'], tender: { ceilingPrice: '100' } }
    expect(whys({ ...priced, rule: { takesPart: 'within-ceiling' } })).toEqual([
      ['rule', true],
      ['above-ceiling', false],
    ])
    expect(whys(priced)).toEqual(Array(2).fill(['rule', true]))
  })

  test('[BAS-5] have to be announced, all of them', () => {
    const state = pricedState({ bids: ['1', '2'] })
    const second = state.bidders[bidderCode(2)]
    if (second) second.figures = null
    expect(calculateBasePrice(state)).toMatchObject({ error: { code: 'announce-first' } })
  })

  test('[BAS-5] that take part are at least one', () => {
    expect(refused({ bids: [null] })).toBe('base-price-no-bids')
  })
})

describe('the comparison with the base price', () => {
  const bands = (kind: 'housing' | 'municipal', bids: string[]) =>
    calculated({
      bids: ['100', ...bids],
      // A base price of 100 whatever the others are.
      rule: {
        lowerRate: kind,
        mean: 'lowest',
        steps: [
          { kind: 'multiply', by: { fixed: '0' } },
          { kind: 'blend', weight: { fixed: '0' } },
        ],
      },
      tender: { ceilingPrice: '100' },
    })
      .checks.slice(1)
      .map(({ lowerRate, band }) => [lowerRate, band])

  test('[BAS-8] has the band 3 to 6 % for housing and 3 to 8 % for municipal works, both ends included', () => {
    const prices = ['97.01', '97', '94', '93.99', '92', '91.99', '103']
    expect(bands('housing', prices)).toEqual([
      ['2.99', 'above'],
      ['3.00', 'within'],
      ['6.00', 'within'],
      ['6.01', 'below'],
      ['8.00', 'below'],
      ['8.01', 'below'],
      ['-3.00', 'above'],
    ])
    expect(bands('municipal', prices).map(([, band]) => band)).toEqual([
      'above',
      'within',
      'within',
      'within',
      'within',
      'below',
      'above',
    ])
  })

  test('[BAS-8] decides by the exact bound, not by the rounded rate', () => {
    expect(bands('housing', ['97.000001', '93.999999'])).toEqual([
      ['3.00', 'above'],
      ['6.00', 'below'],
    ])
  })

  test('[BAS-9] has 85 % of the total, 85 % of itemised work and 70 % of measures', () => {
    const money = (key: string) => ({ key, title: { zh: key, en: key }, kind: 'money' as const, decimals: 6 })
    const columns = ['price', 'items', 'measures'].map(money)
    const { checks } = calculated({
      tender: { columns },
      rule: {
        theoryCost: [
          { item: 'total', column: 'price' },
          { item: 'itemised', column: 'items' },
          { item: 'measures', column: 'measures' },
        ],
      },
      bids: [
        { price: '85', items: '84.999999', measures: '70' },
        { price: '115', items: '115.000001', measures: '130' },
        { price: '100', items: '100', measures: '' },
      ],
    })
    expect(checks[0]?.theory).toEqual([
      { item: 'total', share: '85.00', least: '85', isBelow: false },
      { item: 'itemised', share: '85.00', least: '85', isBelow: true },
      { item: 'measures', share: '70.00', least: '70', isBelow: false },
    ])
    expect(checks[2]?.theory[2]).toEqual({ item: 'measures', share: null, least: '70', isBelow: false })
  })

  test('[BAS-8] [BAS-9] is left out where the rule names none', () => {
    expect(calculated({ bids: ['1'] }).checks).toEqual([])
  })
})

describe('the quotation review group', () => {
  const starts = (price: string, unit: string, basePriceMethod: number) =>
    startsReviewGroup(
      pricedState({
        bids: ['1'],
        tender: {
          evaluation: { basePriceMethod },
          columns: [{ key: 'price', title: { zh: '投标报价', en: 'Bid price' }, kind: 'money', unit }],
        },
      }),
      price,
    )

  test('[BAS-10] meets for a price above ten million yuan by method 3', () => {
    expect(starts('10000000', '元', 3)).toBe(false)
    expect(starts('10000000.01', '元', 3)).toBe(true)
    expect(starts('10000000.01', '元', 8)).toBe(false)
    expect(starts('1000', '万元', 3)).toBe(false)
    expect(starts('1000.01', '万元', 3)).toBe(true)
    expect(starts('10000001', '%', 3)).toBe(false)
  })
})

describe('the rule of a tender', () => {
  const problem = (changes: Parameters<typeof tender>[0]) => {
    const parsed = tenderSchema.safeParse(tenderInput(changes))
    return parsed.success ? null : parsed.error.issues[0]?.message
  }

  test('[BAS-1] names price columns that are announced together, in a section with an announcement', () => {
    expect(problem({ evaluation: { basePrice: {} } })).toBeNull()
    expect(problem({ evaluation: { basePrice: { column: 'days' } } })).toBe(
      'the base price has no price column',
    )
    expect(problem({ evaluation: { basePrice: {} }, bidStyle: 4 })).toBe('a base price needs an announcement')
    const basePrice = { theoryCost: [{ item: 'total' as const, column: 'days' }] }
    expect(problem({ evaluation: { basePrice } })).toBe('no price column announced with the base price: days')
  })
})
