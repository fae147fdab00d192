import type { BasePriceRule, Factor } from '#domain/base-price/rule.ts'

/**
 * A second calculation of the base price in whole numbers, which shares no code with the hall's: numbers are fractions
 * of whole numbers, and only the stated roundings change them.
 */

/** A fraction; `below` is positive. */
interface Fraction {
  readonly above: bigint
  readonly below: bigint
}

export interface Inputs {
  readonly rule: Pick<BasePriceRule, 'mean' | 'trimmed' | 'steps' | 'decimals'>
  /** Of the bids that take part, in any order. */
  readonly prices: readonly string[]
  readonly ceiling: string | null
  /** Drawn parameters as saved. */
  readonly drawn: Readonly<Record<string, string>>
}

/** The base price as text. */
export function secondCalculation({ rule, prices, ceiling, drawn }: Inputs): string {
  let value = meanOf(rule, prices.map(fraction))
  for (const step of rule.steps) {
    if (step.kind === 'blend') {
      const weight = factor(step.weight, drawn)
      const price = times(fraction(ceiling ?? ''), step.ceilingTimes ? factor(step.ceilingTimes, drawn) : one)
      value = plus(times(value, weight), times(price, minus(one, weight)))
    } else {
      const by = factor(step.by, drawn)
      const share = { multiply: by, lower: minus(one, by), raise: plus(one, by) }[step.kind]
      value = times(value, share)
    }
    value = rounded(value, 6)
  }
  return text(rounded(value, rule.decimals), rule.decimals)
}

const one: Fraction = { above: 1n, below: 1n }

function meanOf({ mean, trimmed }: Inputs['rule'], prices: readonly Fraction[]): Fraction {
  const sorted = [...prices].sort((a, b) => (a.above * b.below < b.above * a.below ? -1 : 1))
  const cut = trimmed && sorted.length > 4 ? Math.floor((sorted.length * 20) / 100) : 0
  const counted = sorted.slice(cut, sorted.length - cut)
  if (mean === 'lowest') return counted[0] ?? one
  const half = counted.length / 2
  const chosen =
    mean === 'median'
      ? counted.filter((_, i) => i === Math.floor(half) || i === Math.ceil(half) - 1)
      : counted
  const sum = chosen.reduce(plus)
  return rounded({ above: sum.above, below: sum.below * BigInt(chosen.length) }, 6)
}

function factor(by: Factor, drawn: Inputs['drawn']): Fraction {
  const { above, below } = fraction('fixed' in by ? by.fixed : (drawn[by.drawn] ?? ''))
  return by.unit === 'percent' ? { above, below: below * 100n } : { above, below }
}

function fraction(decimal: string): Fraction {
  const [whole = '', places = ''] = decimal.split('.')
  return { above: BigInt(whole + places), below: 10n ** BigInt(places.length) }
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { above: a.above * b.below + b.above * a.below, below: a.below * b.below }
}

function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { above: -b.above, below: b.below })
}

function times(a: Fraction, b: Fraction): Fraction {
  return { above: a.above * b.above, below: a.below * b.below }
}

/** Half up, away from zero. */
function rounded({ above, below }: Fraction, places: number): Fraction {
  const scale = 10n ** BigInt(places)
  const size = above < 0n ? -above : above
  const scaled = (2n * size * scale + below) / (2n * below)
  return { above: above < 0n ? -scaled : scaled, below: scale }
}

/** A fraction whose denominator is a power of ten, with this many places. */
function text({ above }: Fraction, places: number): string {
  const digits = (above < 0n ? -above : above).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const sign = above < 0n ? '-' : ''
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`
}
