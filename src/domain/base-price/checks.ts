import type { SessionState } from '../session/state.ts'
import { amountIn } from './amount.ts'
import { Exact, percentOf } from './exact.ts'
import { type BasePriceRule, lowerRateBands, type TheoryCostItem, theoryCostShares } from './rule.ts'
import type { BidCheck, Calculation } from './working.ts'

type Bids = Calculation['bids']

/** Compares every bid that takes part with the base price and the theory cost (BAS-8, BAS-9). */
export function checksOf(
  { bidders }: SessionState,
  rule: BasePriceRule,
  bids: Bids,
  basePrice: string,
): BidCheck[] {
  if (rule.lowerRate === null && rule.theoryCost.length === 0) return []
  const base = new Exact(basePrice)
  const amount = (code: string, column: string) => amountIn(bidders[code]?.figures, column)
  const counted = bids.filter(({ place }) => place === 'counted')
  const means = rule.theoryCost.map(({ item, column }) => ({
    ...{ item, column },
    mean: meanOf(counted.flatMap(({ bidderCode }) => amount(bidderCode, column) ?? [])),
  }))
  return bids.flatMap(({ bidderCode, price, place }) => {
    if (place === null || price === null) return []
    const below = base.minus(price)
    return {
      bidderCode,
      lowerRate: percentOf(below, base),
      band: rule.lowerRate && bandOf(below, base, rule.lowerRate),
      theory: means.map(({ item, column, mean }) => shareOf(item, amount(bidderCode, column), mean)),
    }
  })
}

/** The exact bounds decide, not the rounded rate. */
function bandOf(below: Exact, base: Exact, kind: keyof typeof lowerRateBands): BidCheck['band'] {
  const { least, greatest } = lowerRateBands[kind]
  if (base.isZero()) return null
  if (below.times(100).lt(base.times(least))) return 'above'
  return below.times(100).gt(base.times(greatest)) ? 'below' : 'within'
}

interface Mean {
  readonly sum: Exact
  readonly count: number
}

function meanOf(values: readonly string[]): Mean {
  return { sum: values.reduce((sum, value) => sum.plus(value), new Exact(0)), count: values.length }
}

/** A figure's share of the mean; compared exactly, by the mean's sum and count. */
function shareOf(item: TheoryCostItem, figure: string | null, { sum, count }: Mean) {
  const least = theoryCostShares[item]
  if (figure === null) return { item, share: null, least, isBelow: false }
  const times = new Exact(figure).times(count)
  return { item, share: percentOf(times, sum), least, isBelow: times.times(100).lt(sum.times(least)) }
}
