import Decimal from 'decimal.js'

/**
 * Decimals of as many digits as a base price can need: prices of 24 digits and ten steps of 15. Products are exact, and
 * quotients are rounded once more to fewer places, which 200 digits cannot change.
 */
export const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP })
export type Exact = Decimal

/** Places to which the mean and each step are rounded, half up (BAS-4). */
export const stepPlaces = 6

/** Rounded half up to `places`, without trailing zeros. */
export function rounded(value: Exact, places: number): Exact {
  return new Exact(value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP))
}

/** Percent of a part in a whole with two decimals, rounded half up; null of nothing. */
export function percentOf(part: Exact, whole: Exact): string | null {
  return whole.isZero() ? null : part.times(100).div(whole).toFixed(2, Decimal.ROUND_HALF_UP)
}
