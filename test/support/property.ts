import fc from 'fast-check'
import { test } from 'vitest'

type ValuesOf<Arbitraries extends readonly unknown[]> = {
  -readonly [K in keyof Arbitraries]: Arbitraries[K] extends fc.Arbitrary<infer Value> ? Value : never
}

/**
 * A test with generated values: `property([fc.nat()], { seed: 1 })('holds', (n) => …)`. Hooks run once for all values.
 * `@fast-check/vitest` takes three seconds of each worker to load.
 */
export function property<const Arbitraries extends readonly fc.Arbitrary<unknown>[]>(
  arbitraries: Arbitraries,
  options: fc.Parameters<ValuesOf<Arbitraries>> = {},
) {
  type Values = ValuesOf<Arbitraries>
  const propertyOf = fc.asyncProperty as unknown as (
    ...parts: readonly unknown[]
  ) => fc.IAsyncProperty<Values>
  return (title: string, holds: (...values: Values) => unknown, timeout?: number): void => {
    const checked = propertyOf(...arbitraries, async (...values: Values) => void (await holds(...values)))
    test(title, () => fc.assert(checked, options), timeout)
  }
}
