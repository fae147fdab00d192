import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateBasePrice } from '#domain/base-price/calculate.ts'
import { type BasePriceRule, basePriceRuleSchema } from '#domain/base-price/rule.ts'
import { secondCalculation } from '#simulators/base-price/second-calculation.ts'
import { pricedState } from './priced-state.ts'

const options = { seed: 1, numRuns: 400 }

/** A decimal of up to `whole` digits and `places` places, as text. */
function decimal(whole: number, places: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(whole) - 1n }), fc.integer({ min: 0, max: places }))
    .chain(([integer, length]) =>
      fc
        .bigInt({ min: 0n, max: 10n ** BigInt(length) - 1n })
        .map((rest) => (length === 0 ? `${integer}` : `${integer}.${`${rest}`.padStart(length, '0')}`)),
    )
}

const parameters = ['k1', 'k2', 'k', 'j', 'a', 'g', 'fallRate', 'benchmarkCoefficient'] as const
const unit = fc.constantFrom('fraction', 'percent' as const)
const factor = fc.oneof(
  fc.record({ fixed: decimal(2, 4), unit }),
  fc.record({ drawn: fc.constantFrom(...parameters), unit }),
)
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('multiply', 'lower', 'raise' as const), by: factor }),
  fc.record(
    { kind: fc.constant('blend' as const), weight: factor, ceilingTimes: factor },
    { requiredKeys: ['kind', 'weight'] },
  ),
)
const rule = fc
  .record({
    mean: fc.constantFrom('arithmetic', 'arithmetic', 'median', 'lowest' as const),
    trimmed: fc.boolean(),
    steps: fc.array(step, { maxLength: 4 }),
    decimals: fc.integer({ min: 0, max: 2 }),
  })
  .map((data): BasePriceRule => basePriceRuleSchema.parse(data))

const cases = fc.record({
  rule,
  prices: fc.array(fc.oneof(decimal(18, 6), decimal(7, 2), fc.constant('1000000.00')), {
    minLength: 1,
    maxLength: 14,
  }),
  ceiling: decimal(18, 6),
  drawn: fc.record(
    Object.fromEntries(
      parameters.map((name) => [
        name,
        name === 'fallRate' ? fc.constantFrom('1', '0', '-0.5') : decimal(2, 4),
      ]),
    ),
  ),
})

test('[BAS-3] [BAS-4] a second calculation in whole numbers comes to the same price', () => {
  let calculated = 0
  const property = fc.property(cases, ({ rule, prices, ceiling, drawn }) => {
    const state = pricedState({ rule, bids: prices, drawn, tender: { ceilingPrice: ceiling } })
    const result = calculateBasePrice(state)
    const second = secondCalculation({ rule, prices, ceiling, drawn })
    if (result.ok) calculated += 1
    // A negative price is refused.
    expect(result.ok ? result.value.price : result.error.code).toBe(
      result.ok || !second.startsWith('-') ? second : 'base-price-negative',
    )
  })
  fc.assert(property, options)
  expect(calculated).toBeGreaterThan(options.numRuns / 2)
})

test('[BAS-4] each step of the working follows from the one before it', () => {
  const property = fc.property(cases, ({ rule, prices, ceiling, drawn }) => {
    const result = calculateBasePrice(
      pricedState({ rule, bids: prices, drawn, tender: { ceilingPrice: ceiling } }),
    )
    if (!result.ok) return
    const { steps, price } = result.value
    for (const [i, { operands }] of steps.entries()) {
      if (i > 0) expect(operands[0]?.value).toBe(steps[i - 1]?.result)
    }
    expect(steps.at(-1)).toMatchObject({ label: 'round', result: price })
  })
  fc.assert(property, { ...options, numRuns: 100 })
})
